#include "tests/attack/minimise.h"

#include <algorithm>
#include <string_view>
#include <vector>

namespace planbuilder::testing {

namespace {

using Pieces = std::vector<std::string>;

std::string join(const Pieces& pieces, std::size_t from = 0, std::size_t to = 0) {
  std::string text;
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (i < from || i >= to) text += pieces[i];
  }
  return text;
}

Pieces lines_of(const std::string& text) {
  Pieces lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.push_back(text.substr(at, end - at));
    at = end;
  }
  return lines;
}

Pieces bytes_of(const std::string& text) {
  Pieces bytes;
  for (const char byte : text) bytes.emplace_back(1, byte);
  return bytes;
}

}  // namespace

std::string minimise(std::string input, const std::function<bool(const std::string&)>& still_does_it, std::size_t questions) {
  for (Pieces (*cut)(const std::string&) : {lines_of, bytes_of}) {
    Pieces pieces = cut(input);
    for (std::size_t size = std::max<std::size_t>(pieces.size() / 2, 1); size > 0 && questions > 0; size /= 2) {
      for (std::size_t at = 0; at < pieces.size() && questions > 0;) {
        const std::size_t end = std::min(at + size, pieces.size());
        --questions;
        if (still_does_it(join(pieces, at, end))) {
          pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(at), pieces.begin() + static_cast<std::ptrdiff_t>(end));
        } else {
          at = end;
        }
      }
    }
    input = join(pieces);
  }
  return input;
}

}  // namespace planbuilder::testing
