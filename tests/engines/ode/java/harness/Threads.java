package harness;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** Threads with large stacks: the compiler and the engine call themselves as deep as a process is large. */
final class Threads {
  private static final long STACK = 512L << 20;

  private Threads() {}

  static final ThreadFactory LARGE = task -> {
    Thread thread = new Thread(null, task, "engine", STACK);
    thread.setDaemon(true);
    return thread;
  };

  static ExecutorService asManyAsNeeded() {
    return Executors.newCachedThreadPool(LARGE);
  }
}
