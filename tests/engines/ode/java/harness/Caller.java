package harness;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import javax.wsdl.Fault;
import javax.wsdl.Operation;
import javax.xml.namespace.QName;
import org.apache.ode.bpel.engine.BpelServerImpl;
import org.apache.ode.bpel.iapi.Message;
import org.apache.ode.bpel.iapi.MessageExchange;
import org.apache.ode.bpel.iapi.MessageExchangeContext;
import org.apache.ode.bpel.iapi.MyRoleMessageExchange;
import org.apache.ode.bpel.iapi.PartnerRoleMessageExchange;
import org.apache.ode.bpel.iapi.ProcessConf;
import org.apache.ode.utils.Properties;
import org.w3c.dom.Element;

/** What processes invoke is posted to the address of the partner, when the transaction that invokes it has succeeded. */
final class Caller implements MessageExchangeContext {
  private final BpelServerImpl server;
  private final JobScheduler scheduler;
  private final Map<QName, ProcessConf> processes;
  private final HttpClient client;

  Caller(BpelServerImpl server, JobScheduler scheduler, Map<QName, ProcessConf> processes) {
    this.server = server;
    this.scheduler = scheduler;
    this.processes = processes;
    this.client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).executor(scheduler.workers()).build();
  }

  @Override
  public void onAsyncReply(MyRoleMessageExchange call) { /* who waits for it asks its future */ }

  @Override
  public void invokePartner(PartnerRoleMessageExchange call) {
    HttpRequest request;
    Operation operation = call.getOperation();
    try {
      request = HttpRequest.newBuilder(URI.create(((Address) call.getEndpointReference()).url()))
          .timeout(Duration.ofMillis(timeLimit(call)))
          .header("Content-Type", "text/xml; charset=utf-8")
          .header("SOAPAction", "\"" + operation.getName() + "\"")
          .POST(HttpRequest.BodyPublishers.ofByteArray(Soap.envelope(Soap.fromMessage(call.getRequest().getMessage()))))
          .build();
    } catch (Exception problem) {
      call.replyWithFailure(MessageExchange.FailureType.FORMAT_ERROR, problem.toString(), null);
      return;
    }
    String id = call.getMessageExchangeId();
    boolean answered = call.getMessageExchangePattern() == MessageExchange.MessageExchangePattern.REQUEST_RESPONSE;
    if (answered) call.replyAsync(); else call.replyOneWayOk();
    scheduler.afterCommit(() -> client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray())
        .whenCompleteAsync((response, problem) -> {
          if (answered) {
            pass(id, response, problem);
          } else if (problem != null || response.statusCode() >= 300) {
            System.err.println("ode: a one-way call failed: " + (problem != null ? problem : "HTTP " + response.statusCode()));
          }
        }, scheduler.workers()));
  }

  /** In milliseconds, from the endpoint's settings, as ODE's own bindings do. */
  private long timeLimit(PartnerRoleMessageExchange call) {
    Map<String, String> settings = processes.get(call.getCaller()).getEndpointProperties(call.getEndpointReference());
    String limit = settings.get(Properties.PROP_MEX_TIMEOUT);
    return limit == null ? Properties.DEFAULT_MEX_TIMEOUT : Long.parseLong(limit);
  }

  private void pass(String id, HttpResponse<byte[]> response, Throwable problem) {
    try {
      scheduler.execTransaction(() -> {
        PartnerRoleMessageExchange call = (PartnerRoleMessageExchange) server.getEngine().getMessageExchange(id);
        if (call == null) return null; // its process has ended
        if (problem != null) {
          call.replyWithFailure(MessageExchange.FailureType.COMMUNICATION_ERROR, problem.toString(), null);
        } else {
          reply(call, response);
        }
        return null;
      });
    } catch (Exception lost) {
      System.err.println("ode: an answer was lost: " + lost);
    }
  }

  private static void reply(PartnerRoleMessageExchange call, HttpResponse<byte[]> response) {
    Element body;
    try {
      body = Soap.body(response.body());
    } catch (Exception problem) {
      call.replyWithFailure(MessageExchange.FailureType.OTHER, "HTTP " + response.statusCode() + " without SOAP", null);
      return;
    }
    if (Soap.isFault(body)) {
      replyFault(call, body);
    } else {
      Message message = call.createMessage(call.getOperation().getOutput().getMessage().getQName());
      message.setMessage(Soap.toMessage(call.getOperation().getOutput().getMessage(), body));
      call.reply(message);
    }
  }

  private static void replyFault(PartnerRoleMessageExchange call, Element body) {
    Element detail = Soap.detail(body);
    for (Object each : call.getOperation().getFaults().values()) {
      Fault fault = (Fault) each;
      QName element = Soap.partOf(fault.getMessage()).getElementName();
      if (detail == null || !element.equals(new QName(detail.getNamespaceURI(), detail.getLocalName()))) continue;
      Message message = call.createMessage(fault.getMessage().getQName());
      message.setMessage(Soap.toMessage(fault.getMessage(), detail));
      call.replyWithFault(new QName(call.getPortType().getQName().getNamespaceURI(), fault.getName()), message);
      return;
    }
    call.replyWithFailure(MessageExchange.FailureType.OTHER, "an undeclared SOAP fault: " + Soap.reason(body), null);
  }
}
