// How a part of the plan is described: a row per field, with all that readers, writers and comparisons must know of it.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "planbuilder/support/rare.h"

namespace planbuilder::plan {

/// What a row says of its field; several are joined by |.
enum class Trait : unsigned {
  none = 0,
  required = 1 << 0,        // always written, and a document without it is refused; others are left out where they say nothing
  one_of = 1 << 1,          // of those that are marked so, an object has exactly one
  uncompared = 1 << 2,      // makes no difference between plans: it says who, where or why, or is compared on its own
  compared_empty = 1 << 3,  // an empty text differs from none
  whole = 1 << 4,           // compared under the name of the part that it is in
  node = 1 << 5,            // the id of a node, which may have another name in the other plan
  machine = 1 << 6,         // the node on whose machine a step works; empty: the orchestrator's
  file = 1 << 7,            // a file, or a folder, that a step needs: its path from the root of the CSAR
};

constexpr Trait operator|(Trait one, Trait other) {
  return static_cast<Trait>(static_cast<unsigned>(one) | static_cast<unsigned>(other));
}

/// How a field is written.
enum class Form {
  plain,     // as its type says
  flag,      // as a word, where it is true
  known,     // a value, if nothing of it is left to compute
  from,      // the same value, if something is
  computed,  // a condition that the run asks, if there is one
  constant,  // the same word in all documents; no field has it
};

/// A key of an object, and the field of the part that it stands for.
template <class P, class T, Form form_of_it>
struct Row {
  using Part = P;
  using Type = T;
  static constexpr Form form = form_of_it;

  std::string_view key;
  T P::*member;
  Trait traits;
  std::string_view word = {};  // of a flag or a constant

  [[nodiscard]] constexpr bool is(Trait trait) const {
    return (static_cast<unsigned>(traits) & static_cast<unsigned>(trait)) != 0;
  }
};

/// The rows of a part are `fields`, in the order in which they are written. What a step does also has its `kind`.
template <class Part>
struct Description;

/// What descriptions are written with.
struct Rows {
  using enum Trait;

  template <class P, class T>
  static constexpr Row<P, T, Form::plain> field(std::string_view key, T P::*member, Trait traits = Trait::none) {
    return {key, member, traits};
  }
  template <class P>
  static constexpr Row<P, bool, Form::flag> flag(std::string_view key, bool P::*member, std::string_view word) {
    return {key, member, Trait::none, word};
  }
  template <class P, class T>
  static constexpr Row<P, T, Form::known> known(std::string_view key, T P::*member) {
    return {key, member, Trait::one_of};
  }
  template <class P, class T>
  static constexpr Row<P, T, Form::from> from(std::string_view key, T P::*member) {
    return {key, member, Trait::one_of | Trait::uncompared};
  }
  template <class P, class T>
  static constexpr Row<P, T, Form::computed> computed(std::string_view key, T P::*member) {
    return {key, member, Trait::none};
  }
  template <class P>
  static constexpr Row<P, std::string, Form::constant> constant(std::string_view key, std::string_view word) {
    return {key, nullptr, Trait::required | Trait::uncompared, word};
  }
};

template <class Part>
concept Described = requires {
  Description<Part>::fields;
};

template <Described Part>
inline constexpr std::size_t row_count = std::tuple_size_v<std::remove_const_t<decltype(Description<Part>::fields)>>;

/// A row that is known when compiling: `decltype(at)::row`.
template <class Part, std::size_t i>
struct RowAt {
  static constexpr auto row = std::get<i>(Description<Part>::fields);
};

/// Becomes whatever a field is initialised with.
struct Anything {
  template <class T>
  operator T() const;  // NOLINT: that is what it is for
};

/// How many fields a part has: as many as it can be initialised with.
template <class Part, class... Fields>
consteval std::size_t field_count() {
  if constexpr (requires { Part{Fields{}..., Anything{}}; }) {
    return field_count<Part, Fields..., Anything>();
  } else {
    return sizeof...(Fields);
  }
}

/// How many fields the rows of a part stand for. A value has two, one for each of its forms.
template <class Part>
inline constexpr std::size_t described_count = std::apply(
    [](const auto&... rows) {
      return (std::size_t{0} + ... + std::size_t{rows.form != Form::from && rows.form != Form::constant});
    },
    Description<Part>::fields);

/// Calls `visit(at)` with each row of a part.
template <Described Part, class Visit>
constexpr void for_each_row(const Visit& visit) {
  static_assert(described_count<Part> == field_count<Part>(), "a field of this part has no row in its description");
  [&]<std::size_t... i>(std::index_sequence<i...>) { (visit(RowAt<Part, i>()), ...); }
  (std::make_index_sequence<row_count<Part>>());
}

/// All words of an enumeration, whose `to_string` is empty behind the last.
template <class Enum>
constexpr auto words_of() {
  constexpr std::size_t count = [] {
    std::size_t known = 0;
    while (!to_string(static_cast<Enum>(known)).empty()) ++known;
    return known;
  }();
  std::array<std::string_view, count> words;
  for (std::size_t i = 0; i < count; ++i) words[i] = to_string(static_cast<Enum>(i));
  return words;
}

template <class T>
requires requires(const T& field) { field.empty(); }
bool is_empty(const T& field) { return field.empty(); }
template <class T>
bool is_empty(const std::optional<T>& field) {
  return !field.has_value();
}
template <class T>
bool is_empty(const Rare<T>& field) {
  if constexpr (requires { is_empty(*field); }) {
    return is_empty(*field);
  } else {
    return !field.present();
  }
}

/// Whether a field says something, so that it is written. Numbers and truths do if they are not what they are at first.
template <class At, class Part>
bool is_given(At, const Part& part) {
  constexpr auto row = At::row;
  const auto& field = part.*row.member;
  if constexpr (row.form == Form::flag) {
    return field;
  } else if constexpr (row.form == Form::known) {
    return is_literal(field);
  } else if constexpr (row.form == Form::from) {
    return !is_literal(field);
  } else if constexpr (row.form == Form::computed) {
    return !field.is_null();
  } else if constexpr (row.is(Trait::required)) {
    return true;
  } else if constexpr (std::is_arithmetic_v<typename decltype(row)::Type>) {
    static const Part initial{};
    return field != initial.*row.member;
  } else {
    return !is_empty(field);
  }
}

}  // namespace planbuilder::plan
