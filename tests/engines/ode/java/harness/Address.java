package harness;

import java.util.HashMap;
import java.util.Map;
import javax.wsdl.Definition;
import javax.wsdl.Port;
import javax.wsdl.extensions.soap.SOAPAddress;
import javax.xml.namespace.QName;
import org.apache.ode.bpel.iapi.Endpoint;
import org.apache.ode.bpel.iapi.EndpointReference;
import org.apache.ode.bpel.iapi.EndpointReferenceContext;
import org.apache.ode.bpel.iapi.PartnerRoleChannel;
import org.apache.ode.utils.DOMUtils;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

/** Where a service is: an HTTP address, which processes see as a WS-Addressing endpoint reference. */
record Address(String url, Endpoint endpoint) implements EndpointReference, PartnerRoleChannel {
  private static final String ADDRESSING = "http://www.w3.org/2005/08/addressing";

  /** What the WSDL says of the port. */
  static Address of(Definition definition, Endpoint endpoint) {
    Port port = definition.getService(endpoint.serviceName).getPort(endpoint.portName);
    for (Object extension : port.getExtensibilityElements()) {
      if (extension instanceof SOAPAddress) return new Address(((SOAPAddress) extension).getLocationURI(), endpoint);
    }
    throw new IllegalArgumentException("no soap:address of " + endpoint);
  }

  @Override
  public Document toXML() {
    Document document = DOMUtils.newDocument();
    Element outer = document.createElementNS(SERVICE_REF_QNAME.getNamespaceURI(), SERVICE_REF_QNAME.getLocalPart());
    document.appendChild(outer);
    Element reference = document.createElementNS(ADDRESSING, "EndpointReference");
    outer.appendChild(reference);
    Element address = document.createElementNS(ADDRESSING, "Address");
    address.setTextContent(url);
    reference.appendChild(address);
    return document;
  }

  @Override
  public EndpointReference getInitialEndpointReference() {
    return this;
  }

  @Override
  public void close() {}

  /** How ODE reads references that processes made, and finds the settings of an endpoint. */
  static final class Context implements EndpointReferenceContext {
    @Override
    public EndpointReference resolveEndpointReference(Element reference) {
      return new Address(reference.getTextContent().trim(), null);
    }

    @Override
    public EndpointReference convertEndpoint(QName type, Element reference) {
      return resolveEndpointReference(reference);
    }

    @Override
    public Map<String, Object> getConfigLookup(EndpointReference reference) {
      Map<String, Object> lookup = new HashMap<>();
      Endpoint endpoint = ((Address) reference).endpoint();
      if (endpoint != null) {
        lookup.put("service", endpoint.serviceName);
        lookup.put("port", endpoint.portName);
      }
      return lookup;
    }
  }
}
