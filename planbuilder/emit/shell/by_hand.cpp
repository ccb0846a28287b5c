#include "planbuilder/emit/shell/by_hand.h"

#include "planbuilder/emit/shell/processors.h"
#include "planbuilder/emit/template/shell_text.h"

namespace planbuilder::emit {

namespace {

/// People quote only what needs it. No file has a NUL in its name, but a plan document may.
std::string typed(const std::string& word) {
  constexpr std::string_view harmless = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-/+:@%,=";
  const bool is_plain = word.find_first_not_of(harmless) == std::string::npos || word.find('\0') != std::string::npos;
  return is_plain ? word : shell_quote(word);
}

}  // namespace

ByHand start_by_hand(const plan::Artifact& artifact) {
  const std::size_t slash = artifact.file.rfind('/');
  const bool at_root = slash == std::string::npos;
  const std::string file = typed("./" + (at_root ? artifact.file : artifact.file.substr(slash + 1)));
  ByHand by_hand{file, at_root ? "" : artifact.file.substr(0, slash), ""};
  const Processor* processor = find_processor(artifact);
  if (processor == nullptr) return by_hand;
  if (processor->inputs == "extra-vars") by_hand.inputs_file = "inputs.json";
  by_hand.command = processor->command + (by_hand.inputs_file.empty() ? "" : " -e @" + by_hand.inputs_file) + " " + file;
  return by_hand;
}

}  // namespace planbuilder::emit
