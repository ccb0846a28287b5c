package harness;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.ode.bpel.iapi.Scheduler;

/**
 * ODE's jobs and transactions, in memory. A transaction is a thread's list of those who want to know its end; jobs that are
 * scheduled in one start when it has succeeded. There is one transaction at a time, since the books in memory bear no more; what
 * processes invoke is called outside of them, so that calls overlap all the same.
 */
final class JobScheduler implements Scheduler {
  private static final long BUSY_PAUSE_MS = 2;

  private static final class Transaction {
    final List<Synchronizer> synchronizers = new ArrayList<>();
    boolean failed;
  }

  private record Later(Future<?> alarm, Runnable job) {}

  private final ThreadLocal<Transaction> current = new ThreadLocal<>();
  private final ReentrantLock books = new ReentrantLock(true);
  private final ExecutorService workers = Threads.asManyAsNeeded();
  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(Threads.LARGE);
  private final Map<String, Later> waiting = new ConcurrentHashMap<>();
  private final AtomicLong lastJob = new AtomicLong();
  private JobProcessor processor;
  private JobProcessor polled;

  ExecutorService workers() {
    return workers;
  }

  @Override
  public void setJobProcessor(JobProcessor processor) {
    this.processor = processor;
  }

  @Override
  public void setPolledRunnableProcesser(JobProcessor processor) {
    this.polled = processor;
  }

  @Override
  public <T> T execTransaction(Callable<T> work) throws Exception {
    if (current.get() != null) return work.call();
    Transaction transaction = new Transaction();
    boolean success = false;
    books.lock();
    current.set(transaction);
    try {
      T result = work.call();
      for (int next = 0; next < transaction.synchronizers.size(); next++) transaction.synchronizers.get(next).beforeCompletion();
      success = !transaction.failed;
      return result;
    } finally {
      current.remove();
      for (Synchronizer synchronizer : transaction.synchronizers) synchronizer.afterCompletion(success);
      books.unlock();
    }
  }

  @Override
  public <T> T execTransaction(Callable<T> work, int timeout) throws Exception {
    return execTransaction(work);
  }

  @Override
  public <T> Future<T> execIsolatedTransaction(Callable<T> work) {
    return workers.submit(() -> execTransaction(work));
  }

  @Override
  public void setRollbackOnly() {
    if (current.get() != null) current.get().failed = true;
  }

  @Override
  public boolean isTransacted() {
    return current.get() != null;
  }

  @Override
  public void registerSynchronizer(Synchronizer synchronizer) {
    current.get().synchronizers.add(synchronizer);
  }

  /** Runs the action when the transaction of this thread has succeeded; now, if there is none. */
  void afterCommit(Runnable action) {
    if (current.get() == null) {
      action.run();
      return;
    }
    registerSynchronizer(new Synchronizer() {
      @Override
      public void beforeCompletion() {}

      @Override
      public void afterCompletion(boolean success) {
        if (success) action.run();
      }
    });
  }

  @Override
  public String schedulePersistedJob(JobDetails details, Date when) {
    return schedule(true, processor, details, when);
  }

  @Override
  public String scheduleVolatileJob(boolean transacted, JobDetails details) {
    return schedule(transacted, processor, details, null);
  }

  @Override
  public String scheduleVolatileJob(boolean transacted, JobDetails details, Date when) {
    return schedule(transacted, processor, details, when);
  }

  @Override
  public String scheduleMapSerializableRunnable(MapSerializableRunnable runnable, Date when) {
    JobDetails details = new JobDetails();
    details.getDetailsExt().put("runnable", runnable);
    runnable.storeToDetails(details);
    return schedule(true, polled, details, when);
  }

  private String schedule(boolean transacted, JobProcessor by, JobDetails details, Date when) {
    String name = "job-" + lastJob.incrementAndGet();
    afterCommit(() -> start(transacted, by, new JobInfo(name, details, 0), when == null ? 0 : when.getTime() - System.currentTimeMillis()));
    return name;
  }

  private void start(boolean transacted, JobProcessor by, JobInfo job, long delay) {
    Runnable run = () -> {
      waiting.remove(job.jobName);
      perform(transacted, by, job);
    };
    if (delay <= 0) {
      workers.execute(run);
    } else {
      waiting.put(job.jobName, new Later(clock.schedule(() -> workers.execute(run), delay, TimeUnit.MILLISECONDS), run));
    }
  }

  /** The time of all jobs that wait for it has come: so tests need not wait. In a transaction, so that those of the last one are there. */
  void hurry() throws Exception {
    execTransaction(() -> {
      for (Later later : waiting.values()) {
        if (later.alarm.cancel(false)) workers.execute(later.job);
      }
      return null;
    });
  }

  private void perform(boolean transacted, JobProcessor by, JobInfo job) {
    try {
      if (transacted) {
        execTransaction(() -> {
          by.onScheduledJob(job);
          return null;
        });
      } else {
        by.onScheduledJob(job);
      }
    } catch (JobProcessorException busy) {
      // Another job works on the instance at the moment.
      if (busy.retry) {
        start(transacted, by, job, BUSY_PAUSE_MS);
      } else {
        report(job, busy);
      }
    } catch (Throwable problem) {
      report(job, problem);
    }
  }

  private static void report(JobInfo job, Throwable problem) {
    System.err.println("ode: " + job.jobDetail.getType() + " failed");
    problem.printStackTrace();
  }

  @Override
  public void cancelJob(String name) {
    Later later = waiting.remove(name);
    if (later != null) later.alarm.cancel(false);
  }

  @Override
  public void start() {}

  @Override
  public void stop() {}

  @Override
  public void shutdown() {
    clock.shutdownNow();
    workers.shutdownNow();
  }

  @Override
  public void acquireTransactionLocks() {}
}
