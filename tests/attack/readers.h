// The readers by themselves, which take a hundredth of the time that a plan takes: far more inputs can be tried.
#pragma once

#include "tests/attack/trial.h"

namespace planbuilder::testing {

/// A definitions file: to its tree, and to definitions.
Verdict read_yaml_alone(const Trial& trial);
Verdict read_xml_alone(const Trial& trial);
/// A container: all its entries.
Verdict read_container_alone(const Trial& trial);
/// A plan document: also written, and read again.
Verdict read_document_alone(const Trial& trial);

}  // namespace planbuilder::testing
