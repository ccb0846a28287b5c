#include "planbuilder/review/page/excerpts.h"

#include <algorithm>
#include <unordered_map>

#include "planbuilder/review/page/secrets.h"

namespace planbuilder::review {

namespace {

using LinesOfFiles = std::unordered_map<std::string, std::vector<std::uint32_t>>;

/// Every line that something on the page refers to.
class Wanted {
 public:
  explicit Wanted(const Page& page) {
    for (const PagePlan& each : page.plans) {
      for (const plan::Activity& activity : each.plan->activities) add(activity.at);
      for (const plan::Edge& edge : each.plan->edges) {
        for (const plan::Origin& origin : edge.origins) add(origin.at);
      }
      add(each.plan->diagnostics);
    }
    add(page.findings);
    for (const Location& at : page.places) add(at);
  }

  LinesOfFiles take() {
    for (auto& [path, lines] : lines_) {
      std::sort(lines.begin(), lines.end());
      lines.erase(std::unique(lines.begin(), lines.end()), lines.end());
    }
    return std::move(lines_);
  }

 private:
  void add(const std::optional<Location>& at) {
    if (at && at->line > 0) lines_[at->file].push_back(at->line);
  }
  void add(const std::vector<plan::Finding>& findings) {
    for (const plan::Finding& finding : findings) {
      add(finding.at);
      for (const plan::Note& note : finding.notes) add(note.at);
    }
  }

  LinesOfFiles lines_;
};

/// The lines of a text, one after the other.
class LineReader {
 public:
  explicit LineReader(std::string_view text) : rest_(text) {}

  /// The line of that number, which must not be before the last one; false when the text ends before it.
  bool read(std::uint32_t wanted, std::string_view& line) {
    while (at_ < wanted) {
      if (ended_) return false;
      const std::size_t end = rest_.find('\n');
      line_ = rest_.substr(0, end);
      ended_ = end == std::string_view::npos;
      rest_.remove_prefix(ended_ ? rest_.size() : end + 1);
      ++at_;
    }
    if (ended_ && line_.empty()) return false;  // what follows the last end of a line is none
    line = line_.ends_with('\r') ? line_.substr(0, line_.size() - 1) : line_;
    return true;
  }

 private:
  std::string_view rest_;
  std::string_view line_;
  std::uint32_t at_ = 0;
  bool ended_ = false;
};

void add_excerpts(const PageSource& source, const std::vector<std::uint32_t>& wanted, const std::vector<std::string>& secrets,
                  std::vector<Excerpt>& excerpts) {
  LineReader reader(source.text);
  std::uint32_t next = 1;  // the first line that is not shown yet
  for (const std::uint32_t line : wanted) {
    const std::uint32_t from = std::max(line > lines_around ? line - lines_around : 1, next);
    const bool goes_on = next > 1 && from == next;
    if (!goes_on) excerpts.push_back({source.path, from, {}});
    std::string_view text;
    for (std::uint32_t at = from; at <= line + lines_around && reader.read(at, text); ++at) {
      excerpts.back().lines.push_back(hide_secrets(secrets, text));
      next = at + 1;
    }
    if (excerpts.back().lines.empty()) excerpts.pop_back();
  }
}

}  // namespace

std::vector<Excerpt> find_excerpts(const Page& page) {
  LinesOfFiles wanted = Wanted(page).take();
  std::vector<Excerpt> excerpts;
  for (const PageSource& source : page.sources) {
    const auto found = wanted.find(source.path);
    if (found == wanted.end()) continue;
    add_excerpts(source, found->second, page.secrets, excerpts);
    wanted.erase(found);  // a path that is there twice
  }
  return excerpts;
}

}  // namespace planbuilder::review
