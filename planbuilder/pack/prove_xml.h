// Proves that an edited XML document differs from the original by what was to be added, and by nothing else.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "planbuilder/pack/declaration.h"
#include "planbuilder/pack/xml_service.h"

namespace planbuilder::pack {

/// What is to be changed in a document.
struct XmlAddition {
  std::vector<TextEdit> edits;
  std::vector<Declared> declared;
  std::size_t operations = 0;        // at the boundary that are to lead to what is declared
  std::set<std::ptrdiff_t> removed;  // offsets of the elements that give way, or whose plan is another one now
};

/// Empty, or what is wrong with the text that the edits gave.
std::string prove_xml(const XmlService& before, const XmlAddition& addition, const std::string& path, const std::string& after);

}  // namespace planbuilder::pack
