package org.apache.ode.bpel.o;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;

/**
 * Takes the place of ODE's class of the same name, which is right for the Java of its time: parts of a compiled process are told apart
 * by their ids, in sets too. Since Java 9 an object that is read gets its fields only when all that it refers to is read; sets
 * that are read meanwhile take different parts for one, and links and compensations are lost. Here the id comes first.
 */
public class OBase implements Serializable {
  private static final long serialVersionUID = 1L;

  public DebugInfo debugInfo;
  private final OProcess owner;
  private final int id;

  protected OBase(OProcess owner) {
    this.owner = owner;
    if (owner == null) { // the process itself
      id = 0;
    } else {
      owner._childIdCounter++;
      id = owner._childIdCounter;
      owner._children.add(this);
    }
  }

  /** That this class reads itself makes its fields be set before those of its heirs are read. */
  private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
    in.defaultReadObject();
  }

  public OProcess getOwner() {
    return owner == null ? (OProcess) this : owner;
  }

  public int getId() {
    return id;
  }

  @Override
  public int hashCode() {
    return id;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof OBase && ((OBase) other).id == id && (id == 0 || owner.equals(((OBase) other).owner));
  }

  @Override
  public String toString() {
    return getClass().getSimpleName() + "#" + id;
  }

  public String digest() {
    return "";
  }

  public void dehydrate() {
    if (debugInfo == null) return;
    debugInfo.description = null;
    debugInfo.extensibilityElements = null;
    debugInfo = null;
  }
}
