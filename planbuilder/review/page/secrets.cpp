#include "planbuilder/review/page/secrets.h"

#include <set>

#include "planbuilder/plan/walk.h"
#include "planbuilder/support/text.h"

namespace planbuilder::review {

namespace {

class Masker {
 public:
  void mask(plan::Plan& plan) {
    for (plan::Input& input : plan.inputs) {
      if (input.secret && input.default_value) mask(*input.default_value);
    }
    for (plan::Output& output : plan.outputs) {
      if (output.secret) mask(output.value);
    }
    const auto mask_argument = [&](plan::Argument& argument) {
      if (argument.secret) mask(argument.value);
    };
    for (plan::Activity& activity : plan.activities) {
      for (plan::Step& step : activity.steps) plan::for_each_argument(step, mask_argument);
      plan::for_each_argument(activity.on_failure, mask_argument);
    }
  }

  /// Every text inside.
  void remember(const plan::Expression& value) {
    if (const auto* list = value.get_if<plan::ExpressionList>()) {
      for (const plan::Expression& item : *list) remember(item);
    } else if (const auto* map = value.get_if<plan::ExpressionMap>()) {
      for (const plan::ExpressionEntry& entry : *map) remember(entry.value);
    } else if (const std::string text = to_text(value); !text.empty()) {
      texts_.insert(text);
      if (text.find('\n') != std::string::npos) remember_lines(text);
    }
  }

  [[nodiscard]] std::vector<std::string> texts() const { return {texts_.begin(), texts_.end()}; }

 private:
  void mask(plan::Expression& value) {
    if (value.is_null()) return;
    if (is_literal(value)) {
      remember(value);
      value.data = std::string("(secret)");
    } else if (auto* function = std::get_if<Boxed<plan::Function>>(&value.data)) {
      std::visit([&](auto& each) { mask_parts(each); }, (**function).data);
    } else if (auto* list = std::get_if<plan::ExpressionList>(&value.data)) {
      for (plan::Expression& item : *list) mask(item);
    } else if (auto* map = std::get_if<plan::ExpressionMap>(&value.data)) {
      for (plan::ExpressionEntry& entry : *map) mask(entry.value);
    }
  }

  // Of a function only what it puts together is secret; names of inputs and attributes are not.
  void mask_parts(plan::Concat& concat) {
    for (plan::Expression& part : concat.parts) mask(part);
  }
  void mask_parts(plan::Join& join) {
    mask(join.list);
    if (!join.delimiter) return;
    plan::Expression delimiter{*join.delimiter};
    mask(delimiter);
    join.delimiter = *delimiter.text();
  }
  static void mask_parts(const plan::Reference&) {}
  static void mask_parts(const plan::OwnIndex&) {}
  static void mask_parts(const plan::Token&) {}
  static void mask_parts(const plan::Formula&) {}
  static void mask_parts(const plan::Uncallable&) {}

  /// A key of many lines may be seen line by line, and indented.
  void remember_lines(const std::string& text) {
    constexpr std::size_t telling = 8;  // letters; shorter lines are those of other texts, too
    for (const std::string_view line : split(std::string_view(text), '\n')) {
      if (trim(line).size() >= telling) texts_.emplace(trim(line));
    }
  }

  std::set<std::string> texts_;
};

bool is_letter_or_digit(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

/// A short secret is part of many words, which are not hidden: it is looked for as a word of its own.
bool is_secret_at(std::string_view line, std::size_t at, std::size_t length) {
  constexpr std::size_t short_secret = 4;
  if (length >= short_secret) return true;
  const bool begins = at == 0 || !is_letter_or_digit(line[at - 1]);
  return begins && (at + length == line.size() || !is_letter_or_digit(line[at + length]));
}

}  // namespace

std::vector<std::string> mask_secrets(std::vector<plan::Plan>& plans, const std::map<std::string, plan::Expression>& left_out) {
  Masker masker;
  for (const auto& [name, secret] : left_out) masker.remember(secret);
  for (plan::Plan& plan : plans) masker.mask(plan);
  return masker.texts();
}

std::string hide_secrets(const std::vector<std::string>& secrets, std::string_view text) {
  constexpr std::string_view mask = "(secret)";
  std::string out(text);
  for (const std::string& secret : secrets) {
    for (std::size_t at = out.find(secret); at != std::string::npos; at = out.find(secret, at)) {
      const bool found = is_secret_at(out, at, secret.size());
      if (found) out.replace(at, secret.size(), mask);
      at += found ? mask.size() : 1;
    }
  }
  return out;
}

}  // namespace planbuilder::review
