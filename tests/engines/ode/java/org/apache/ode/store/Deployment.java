package org.apache.ode.store;

import java.io.File;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.namespace.QName;
import org.apache.ode.bpel.compiler.BpelC;
import org.apache.ode.bpel.compiler.api.CompilationMessage;
import org.apache.ode.bpel.dd.TDeployment;
import org.apache.ode.bpel.iapi.EndpointReferenceContext;
import org.apache.ode.bpel.iapi.ProcessConf;
import org.apache.ode.bpel.iapi.ProcessState;
import org.apache.ode.utils.InternPool;
import org.w3c.dom.Node;

/** A folder with processes and deploy.xml, compiled. In this package since ODE's own reader of such folders is not public. */
public final class Deployment {
  private static final long VERSION = 1;

  private final File folder;
  private final List<String> errors = new ArrayList<>();
  private final List<ProcessConf> processes = new ArrayList<>();

  /** Writes compiled processes into the folder. What is wrong is in errors(). */
  public Deployment(File folder, EndpointReferenceContext endpoints) {
    this.folder = folder;
    try {
      File[] sources = folder.listFiles((where, name) -> name.endsWith(".bpel"));
      if (sources == null || sources.length == 0) throw new IllegalArgumentException("there is no process in " + folder);
      for (File source : sources) compile(source);
      if (errors.isEmpty()) read(endpoints);
    } catch (Exception | StackOverflowError problem) {
      if (errors.isEmpty()) errors.add(problem.toString());
    }
  }

  public List<String> errors() {
    return errors;
  }

  public List<ProcessConf> processes() {
    return processes;
  }

  private void compile(File source) {
    BpelC compiler = BpelC.newBpelCompiler();
    compiler.setCompileListener(message -> {
      if (message.severity == CompilationMessage.ERROR) errors.add(message.toErrorString());
    });
    compiler.setCompileProperties(Collections.singletonMap(BpelC.PROCESS_CUSTOM_PROPERTIES, new HashMap<QName, Node>()));
    compiler.setBaseDirectory(folder);
    InternPool.runBlock(() -> {
      try {
        compiler.compile(source, VERSION);
      } catch (Exception problem) {
        throw new IllegalStateException(problem.toString(), problem);
      }
    });
  }

  private void read(EndpointReferenceContext endpoints) {
    DeploymentUnitDir unit = new DeploymentUnitDir(folder);
    unit.setVersion(VERSION);
    unit.scan();
    for (TDeployment.Process process : unit.getDeploymentDescriptor().getDeploy().getProcessArray()) {
      QName type = process.getName();
      if (unit.getCBPInfo(type) == null) throw new IllegalArgumentException("deploy.xml names " + type + ", which is not there");
      QName id = new QName(type.getNamespaceURI(), type.getLocalPart() + "-" + VERSION);
      Map<QName, Node> properties = new HashMap<>();
      processes.add(new ProcessConfImpl(id, type, VERSION, unit, process, new Date(), properties, ProcessState.ACTIVE, endpoints, folder, false));
    }
  }
}
