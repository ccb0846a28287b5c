// The service template of an XML document with its plans and boundary, and where they stand in the text.
#pragma once

#include <map>
#include <memory>
#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "planbuilder/pack/declaration.h"
#include "planbuilder/pack/xml_span.h"
#include "planbuilder/support/diagnostic.h"

namespace planbuilder::pack {

/// What is there already, ours left out.
struct XmlService {
  std::unique_ptr<pugi::xml_document> document;
  std::string_view text;
  FileId file;
  pugi::xml_node element;
  pugi::xml_node topology;
  pugi::xml_node plans;       // null where there is none
  pugi::xml_node boundary;    // likewise
  pugi::xml_node interfaces;  // likewise
  std::string namespace_uri;
  std::string id;
  std::unordered_set<std::string> ids;  // of all elements: those of XML are unique in a document

  [[nodiscard]] ElementSpan span(pugi::xml_node node) const;
  /// `tosca:` where the element is written with that prefix.
  [[nodiscard]] static std::string prefix(pugi::xml_node node);
};

/// The first service template; `element` is null when there is none. Nothing is found in a document that is no XML.
XmlService find_service(const Sources& sources, FileId file, Diagnostics& diagnostics);

/// True for a plan that carries the mark of planbuilder.
bool is_packed_plan(pugi::xml_node plan);

/// The child elements of that name in the namespace of their parent's prefix.
std::vector<pugi::xml_node> children_of(pugi::xml_node parent, std::string_view name);

}  // namespace planbuilder::pack
