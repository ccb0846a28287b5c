// Names in XML: namespaces by the prefixes in scope, names that refer by such prefixes, and escapes of URLs.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <unordered_map>

namespace planbuilder::tosca::xml {

using Element = pugi::xml_node;

inline constexpr std::string_view tosca_namespace = "http://docs.oasis-open.org/tosca/ns/2011/12";
inline constexpr std::string_view winery_namespace = "http://www.opentosca.org/winery/extensions/tosca/2013/02/12";

/// `a:b` is the prefix `a` and the local name `b`.
std::string_view prefix_of(std::string_view name);
std::string_view local_name(std::string_view name);

/// Which namespace a prefix stands for.
class Namespaces {
 public:
  explicit Namespaces(Element root);

  /// The namespace of a prefix at an element, where the empty prefix is the default namespace; null when it is not declared.
  [[nodiscard]] const char* find(Element scope, std::string_view prefix) const;

 private:
  Element root_;
  std::unordered_map<std::string_view, const char*> of_root_;  // where nearly all are declared
};

/// A reference whose namespace is not certain yet: `{default}{target}local`. See link_definitions.
std::string either_name(std::string_view default_namespace, std::string_view target_namespace, std::string_view local);

/// Replaces `%41` by `A`; what is no such escape stays.
std::string decode_url(std::string_view text);

}  // namespace planbuilder::tosca::xml
