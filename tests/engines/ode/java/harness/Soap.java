package harness;

import java.io.ByteArrayInputStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.wsdl.Message;
import javax.wsdl.Part;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.apache.ode.utils.DOMUtils;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** SOAP 1.1, document/literal: envelopes, and what ODE makes of their bodies. */
final class Soap {
  private static final String ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/";

  private Soap() {}

  /** The element in the body; null when there is none. */
  static Element body(byte[] envelope) throws Exception {
    DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
    factory.setNamespaceAware(true);
    factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
    Element root = factory.newDocumentBuilder().parse(new ByteArrayInputStream(envelope)).getDocumentElement();
    for (Element part : children(root)) {
      if (ENVELOPE.equals(part.getNamespaceURI()) && "Body".equals(part.getLocalName())) {
        return children(part).stream().findFirst().orElse(null);
      }
    }
    throw new IllegalArgumentException("this is no SOAP envelope");
  }

  static boolean isFault(Element body) {
    return body != null && ENVELOPE.equals(body.getNamespaceURI()) && "Fault".equals(body.getLocalName());
  }

  /** The element in the detail of a fault; null when there is none. */
  static Element detail(Element fault) {
    for (Element part : children(fault)) {
      if ("detail".equals(part.getLocalName())) return children(part).stream().findFirst().orElse(null);
    }
    return null;
  }

  static String reason(Element fault) {
    for (Element part : children(fault)) {
      if ("faultstring".equals(part.getLocalName())) return part.getTextContent();
    }
    return "a SOAP fault without a reason";
  }

  static byte[] envelope(Element content) throws Exception {
    Document document = DOMUtils.newDocument();
    Element body = openBody(document);
    if (content != null) body.appendChild(document.importNode(content, true));
    return bytes(document);
  }

  static byte[] fault(String reason, Element detail) throws Exception {
    Document document = DOMUtils.newDocument();
    Element fault = document.createElementNS(ENVELOPE, "soap:Fault");
    openBody(document).appendChild(fault);
    append(fault, "faultcode", "soap:Server");
    append(fault, "faultstring", reason);
    Element holder = append(fault, "detail", "");
    if (detail != null) holder.appendChild(document.importNode(detail, true));
    return bytes(document);
  }

  /** As ODE keeps it: an element per part, which holds the element of the part. Our messages have one part. */
  static Element toMessage(Message type, Element content) {
    Document document = DOMUtils.newDocument();
    Element message = document.createElement("message");
    document.appendChild(message);
    Element part = document.createElement(partOf(type).getName());
    message.appendChild(part);
    part.appendChild(document.importNode(content, true));
    return message;
  }

  static Element fromMessage(Element message) {
    return children(children(message).get(0)).get(0);
  }

  static Part partOf(Message type) {
    Map<?, ?> parts = type.getParts();
    if (parts.size() != 1) throw new IllegalArgumentException(type.getQName() + " has not one part");
    return (Part) parts.values().iterator().next();
  }

  private static Element openBody(Document document) {
    Element envelope = document.createElementNS(ENVELOPE, "soap:Envelope");
    document.appendChild(envelope);
    Element body = document.createElementNS(ENVELOPE, "soap:Body");
    envelope.appendChild(body);
    return body;
  }

  private static Element append(Element to, String name, String text) {
    Element child = to.getOwnerDocument().createElement(name);
    child.setTextContent(text);
    to.appendChild(child);
    return child;
  }

  private static byte[] bytes(Document document) throws Exception {
    Transformer writer = TransformerFactory.newInstance().newTransformer();
    writer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    StringWriter text = new StringWriter();
    writer.transform(new DOMSource(document), new StreamResult(text));
    return text.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static List<Element> children(Element of) {
    List<Element> elements = new ArrayList<>();
    for (Node child = of.getFirstChild(); child != null; child = child.getNextSibling()) {
      if (child instanceof Element) elements.add((Element) child);
    }
    return elements;
  }
}
