// A text that a reader reads. Excerpts of it are shown in the end, so that places are looked at, too.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "planbuilder/support/diagnostic.h"
#include "planbuilder/support/render_diagnostics.h"

namespace planbuilder::testing {

struct Reading {
  Sources sources;
  Diagnostics diagnostics;
  FileId file;

  explicit Reading(std::string text) : file(sources.add("input", std::move(text))) {}
  Reading(const Reading&) = delete;
  Reading& operator=(const Reading&) = delete;
  ~Reading() { render_text(diagnostics, sources, {.color = false, .excerpts = true}); }
};

inline std::string text_of(const std::uint8_t* bytes, std::size_t size) { return {reinterpret_cast<const char*>(bytes), size}; }

}  // namespace planbuilder::testing
