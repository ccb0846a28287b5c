package harness;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.wsdl.Definition;
import javax.wsdl.Operation;
import javax.wsdl.PortType;
import javax.xml.namespace.QName;
import org.apache.ode.bpel.dao.BpelDAOConnectionFactory;
import org.apache.ode.bpel.dao.ProcessDAO;
import org.apache.ode.bpel.engine.BpelServerImpl;
import org.apache.ode.bpel.iapi.BindingContext;
import org.apache.ode.bpel.iapi.Endpoint;
import org.apache.ode.bpel.iapi.EndpointReference;
import org.apache.ode.bpel.iapi.Message;
import org.apache.ode.bpel.iapi.MessageExchange;
import org.apache.ode.bpel.iapi.MyRoleMessageExchange;
import org.apache.ode.bpel.iapi.PartnerRoleChannel;
import org.apache.ode.bpel.iapi.ProcessConf;
import org.apache.ode.bpel.memdao.BpelDAOConnectionFactoryImpl;
import org.w3c.dom.Element;

/**
 * ODE in memory, with its services on loopback: POST /ode/processes/SERVICE starts or continues processes,
 * GET /ode/instances says how many are still alive.
 */
final class Engine implements BindingContext {
  private static final String SERVICES = "/ode/processes/";
  private static final long LONGEST_ANSWER_MS = 600_000;

  private final BpelServerImpl server = new BpelServerImpl();
  private final JobScheduler scheduler = new JobScheduler();
  private final BpelDAOConnectionFactory books = new BpelDAOConnectionFactoryImpl(scheduler);
  private final Map<QName, ProcessConf> processes = new HashMap<>();
  private final Map<String, Service> services = new HashMap<>();
  private final AtomicLong calls = new AtomicLong();
  private final HttpServer http;

  /** What a path leads to. */
  private record Service(QName name, PortType type) {
    /** The operation whose message has this element. */
    Operation operation(Element body) {
      for (Object each : type.getOperations()) {
        Operation operation = (Operation) each;
        QName element = Soap.partOf(operation.getInput().getMessage()).getElementName();
        if (element.equals(new QName(body.getNamespaceURI(), body.getLocalName()))) return operation;
      }
      throw new IllegalArgumentException("no operation of " + name + " takes " + body.getNodeName());
    }
  }

  /** On any port that is free. */
  Engine() throws IOException {
    http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
    http.setExecutor(scheduler.workers());
    http.createContext(SERVICES, this::answer);
    http.createContext("/ode/instances", exchange -> send(exchange, 200, "text/plain", (alive() + "\n").getBytes(StandardCharsets.UTF_8)));
    http.createContext("/ode/alarms", this::ringAlarms);
    books.init(new java.util.Properties());
    scheduler.setJobProcessor(server);
    server.setScheduler(scheduler);
    server.setDaoConnectionFactory(books);
    server.setInMemDaoConnectionFactory(books);
    server.setEndpointReferenceContext(new Address.Context());
    server.setMessageExchangeContext(new Caller(server, scheduler, processes));
    server.setBindingContext(this);
    server.setConfigProperties(new java.util.Properties());
    server.init();
  }

  String address() {
    return "http://127.0.0.1:" + http.getAddress().getPort();
  }

  void deploy(List<ProcessConf> added) {
    for (ProcessConf process : added) {
      processes.put(process.getProcessId(), process);
      server.register(process);
    }
  }

  void start() {
    server.start();
    http.start();
  }

  // --- what ODE asks for ---

  @Override
  public EndpointReference activateMyRoleEndpoint(QName process, Endpoint endpoint) {
    String name = endpoint.serviceName.getLocalPart();
    Definition definition = processes.get(process).getDefinitionForService(endpoint.serviceName);
    PortType type = definition.getService(endpoint.serviceName).getPort(endpoint.portName).getBinding().getPortType();
    services.put(name, new Service(endpoint.serviceName, type));
    return new Address(address() + SERVICES + name, endpoint);
  }

  @Override
  public void deactivateMyRoleEndpoint(Endpoint endpoint) {
    services.remove(endpoint.serviceName.getLocalPart());
  }

  @Override
  public PartnerRoleChannel createPartnerRoleChannel(QName process, PortType type, Endpoint endpoint) {
    return Address.of(processes.get(process).getDefinitionForService(endpoint.serviceName), endpoint);
  }

  @Override
  public long calculateSizeofService(EndpointReference reference) {
    return 0;
  }

  // --- what comes in ---

  private void answer(HttpExchange exchange) throws IOException {
    byte[] reply;
    int status = 200;
    try {
      Service service = services.get(exchange.getRequestURI().getPath().substring(SERVICES.length()));
      if (service == null) throw new IllegalArgumentException("there is no such service");
      Reply result = deliver(service, Soap.body(exchange.getRequestBody().readAllBytes()));
      status = result.status;
      reply = result.bytes;
    } catch (Exception problem) {
      status = 500;
      try {
        reply = Soap.fault(problem.toString(), null);
      } catch (Exception impossible) {
        throw new IOException(impossible);
      }
    }
    send(exchange, status, "text/xml; charset=utf-8", reply);
  }

  private record Reply(int status, byte[] bytes) {}

  private Reply deliver(Service service, Element body) throws Exception {
    Operation operation = service.operation(body);
    MyRoleMessageExchange[] started = new MyRoleMessageExchange[1];
    Future<?> done = scheduler.execTransaction(() -> {
      MyRoleMessageExchange call = server.getEngine().createMessageExchange("call-" + calls.incrementAndGet(), service.name, operation.getName());
      if (call.getOperation() == null) throw new IllegalArgumentException("no process listens to " + operation.getName());
      Message request = call.createMessage(operation.getInput().getMessage().getQName());
      request.setMessage(Soap.toMessage(operation.getInput().getMessage(), body));
      started[0] = call;
      return call.invoke(request);
    });
    if (operation.getOutput() == null) return new Reply(202, new byte[0]);
    if (done != null) done.get(LONGEST_ANSWER_MS, TimeUnit.MILLISECONDS); // it takes no other unit
    return scheduler.execTransaction(() -> {
      MyRoleMessageExchange call = (MyRoleMessageExchange) server.getEngine().getMessageExchange(started[0].getMessageExchangeId());
      Reply reply = replyOf(call);
      call.release();
      return reply;
    });
  }

  private static Reply replyOf(MessageExchange call) throws Exception {
    switch (call.getStatus()) {
      case RESPONSE:
        return new Reply(200, Soap.envelope(Soap.fromMessage(call.getResponse().getMessage())));
      case FAULT:
        Element fault = call.getFaultResponse() == null ? null : call.getFaultResponse().getMessage(); // faults of the engine have no message
        String reason = call.getFault() + (call.getFaultExplanation() == null ? "" : ": " + call.getFaultExplanation());
        return new Reply(500, Soap.fault(reason, fault == null ? null : Soap.fromMessage(fault)));
      default:
        return new Reply(500, Soap.fault(call.getStatus() + ": " + call.getFaultExplanation(), null));
    }
  }

  private void ringAlarms(HttpExchange exchange) throws IOException {
    try {
      scheduler.hurry();
    } catch (Exception problem) {
      throw new IOException(problem);
    }
    send(exchange, 202, "text/plain", new byte[0]);
  }

  private int alive() {
    try {
      return scheduler.execTransaction(() -> {
        int count = 0;
        for (QName process : processes.keySet()) {
          ProcessDAO known = books.getConnection().getProcess(process);
          if (known != null) count += known.getActiveInstances().size();
        }
        return count;
      });
    } catch (Exception problem) {
      throw new IllegalStateException(problem);
    }
  }

  private static void send(HttpExchange exchange, int status, String type, byte[] content) throws IOException {
    exchange.getRequestBody().readAllBytes();
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
    if (content.length > 0) exchange.getResponseBody().write(content);
    exchange.close();
  }
}
