#include "planbuilder/approval/approval.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "csar/digest.h"
#include "planbuilder/support/text.h"

namespace planbuilder::approval {

namespace {

constexpr std::string_view first_line = "planbuilder approval 1";
constexpr std::string_view folder_word = "folder";
constexpr std::string_view missing_word = "missing";
constexpr std::string_view gap = "  ";  // between a digest and a path, as sha256sum has it

/// A line `key: text` about the whole; left out where it says nothing.
struct Header {
  std::string_view key;
  std::string Approval::*text;
};
constexpr std::array<Header, 7> headers = {{{"by", &Approval::by},
                                            {"at", &Approval::at},
                                            {"comment", &Approval::comment},
                                            {"key", &Approval::key},
                                            {"service", &Approval::service},
                                            {"model", &Approval::model},
                                            {"root", &Approval::root}}};

/// The text of a line that starts with `key: `.
std::optional<std::string_view> text_after(std::string_view line, std::string_view key) {
  if (!line.starts_with(key) || !line.substr(key.size()).starts_with(": ")) return std::nullopt;
  return line.substr(key.size() + 2);
}

std::string_view word_of(const plan::UsedFile& file) {
  return file.is_folder() ? folder_word : file.is_missing() ? missing_word : std::string_view(file.digest);
}

plan::UsedFile read_file(std::string_view line) {
  const std::size_t at = line.find(gap);
  if (at == std::string_view::npos) return {};
  const std::string_view word = line.substr(0, at);
  const bool has_digest = word != folder_word && word != missing_word;
  return {std::string(line.substr(at + gap.size())), std::string(has_digest ? word : ""), {}};
}

}  // namespace

std::string to_text(const Approval& approval) {
  std::string out(first_line);
  out += "\n";
  for (const Header& header : headers) {
    const std::string& text = approval.*header.text;
    if (!text.empty()) out.append(header.key).append(": ").append(text).append("\n");
  }
  for (const ApprovedPlan& plan : approval.plans) {
    out.append("plan: ").append(plan.name).append("\n");
    for (const plan::UsedFile& file : plan.files) out.append(word_of(file)).append(gap).append(file.file).append("\n");
  }
  return out;
}

std::optional<Approval> read_approval(std::string_view text) {
  Approval approval;
  for (const std::string_view line : split(text, '\n')) {
    if (const auto name = text_after(line, "plan")) {
      approval.plans.push_back({std::string(*name), {}});
    } else if (!approval.plans.empty()) {
      if (!line.empty()) approval.plans.back().files.push_back(read_file(line));
    } else {
      for (const Header& header : headers) {
        if (const auto said = text_after(line, header.key)) approval.*header.text = *said;
      }
    }
  }
  if (to_text(approval) != text) return std::nullopt;
  return approval;
}

std::string_view text_problem(std::string_view text) {
  if (!is_utf8(text)) return "is not UTF-8";
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; };
  return std::ranges::any_of(text, is_control) ? "has control characters" : "";
}

std::string file_stem(const Approval& approval) {
  std::string stem;
  for (const char c : approval.by.substr(0, 40)) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (plain) stem += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (!plain && !stem.empty() && stem.back() != '-') stem += '-';
  }
  if (!stem.empty() && stem.back() != '-') stem += '-';
  return stem + csar::sha256(to_text(approval)).substr(0, 12);
}

}  // namespace planbuilder::approval
