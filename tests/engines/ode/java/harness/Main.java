package harness;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.ode.store.Deployment;

/** The command line: compile FOLDER... | serve */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) throws Exception {
    List<String> words = new ArrayList<>(Arrays.asList(arguments));
    String command = words.isEmpty() ? "" : words.remove(0);
    Path copies = Files.createTempDirectory("planbuilder-ode-");
    Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(copies)));
    switch (command) {
      case "compile" -> System.exit(compile(words, copies) ? 0 : 1);
      case "serve" -> serve(copies);
      default -> {
        System.err.println("usage: ode compile FOLDER... | ode serve");
        System.exit(2);
      }
    }
  }

  /** One line per folder, `ok` or `error` before its name; errors below it. Several at a time. */
  private static boolean compile(List<String> folders, Path copies) throws Exception {
    ExecutorService workers = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors(), Threads.LARGE);
    List<Future<List<String>>> results = new ArrayList<>();
    for (String folder : folders) {
      results.add(workers.submit(() -> problems(Path.of(folder), copies)));
    }
    boolean fine = true;
    for (int next = 0; next < results.size(); next++) {
      List<String> errors = results.get(next).get();
      System.out.println((errors.isEmpty() ? "ok " : "error ") + folders.get(next));
      for (String error : errors) System.out.println("  " + error.strip().replace("\n", "\n  "));
      fine &= errors.isEmpty();
    }
    return fine;
  }

  private static List<String> problems(Path folder, Path copies) {
    try {
      File copy = copy(folder, copies);
      List<String> errors = new Deployment(copy, new Address.Context()).errors();
      remove(copy.toPath());
      return errors;
    } catch (IOException problem) {
      return List.of(problem.toString());
    }
  }

  /** Processes have the address of the engine in them: it is said first; then folders come in, up to an empty line. Until standard input ends. */
  private static void serve(Path copies) throws Exception {
    Engine engine = new Engine();
    System.out.println("listening on " + engine.address());
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String folder = in.readLine(); folder != null && !folder.isEmpty(); folder = in.readLine()) {
      Deployment deployment = new Deployment(copy(Path.of(folder), copies), new Address.Context());
      for (String error : deployment.errors()) System.err.println(folder + ": " + error);
      if (!deployment.errors().isEmpty()) System.exit(1);
      engine.deploy(deployment.processes());
    }
    engine.start();
    System.out.println("ready");
    while (in.read() >= 0) { /* nobody says anything */ }
    System.exit(0);
  }

  /** What is compiled is written beside the process: not into what is under test. */
  private static File copy(Path folder, Path copies) throws IOException {
    Path to = Files.createTempDirectory(copies, "unit");
    try (var files = Files.newDirectoryStream(folder)) {
      for (Path file : files) if (Files.isRegularFile(file)) Files.copy(file, to.resolve(file.getFileName()));
    }
    return to.toFile();
  }

  private static void remove(Path folder) {
    try {
      Files.walkFileTree(folder, new SimpleFileVisitor<>() {
        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
          Files.delete(file);
          return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult postVisitDirectory(Path visited, IOException problem) throws IOException {
          Files.delete(visited);
          return FileVisitResult.CONTINUE;
        }
      });
    } catch (IOException ignored) { /* it lies in the temporary folder */ }
  }
}
