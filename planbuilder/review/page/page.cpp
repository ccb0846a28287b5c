#include "planbuilder/review/page/page.h"

#include <openssl/evp.h>

#include <stdexcept>

#include "planbuilder/plan/plan_writer.h"
#include "planbuilder/review/page/excerpts.h"
#include "planbuilder/review/page/list.h"
#include "planbuilder/review/page/pack_steps.h"
#include "planbuilder/review/page/packer.h"
#include "planbuilder/review/page/secrets.h"
#include "planbuilder/review/summary.h"
#include "planbuilder/support/embedded.h"
#include "planbuilder/support/text.h"

namespace planbuilder::embedded {
std::span<const File> review_page();
}

namespace planbuilder::review {

namespace {

/// The scripts in the order in which they rely on each other.
constexpr std::string_view scripts[] = {
    "dom.js",      "data.js",     "model.js",      "risks.js",     "state.js", "quiet.js",     "code.js",
    "values.js",   "commands.js", "contents.js",   "layout.js",    "edges.js", "graph.js",     "frame.js",
    "pointers.js", "steps.js",    "details.js",    "table.js",     "waves.js", "artifacts.js", "search.js",
    "about.js",    "approval.js", "difference.js", "reactions.js", "print.js", "keyboard.js",  "main.js"};
constexpr std::string_view styles[] = {"style.css", "graph.css", "print.css"};

std::string part(std::string_view name) {
  const auto text = embedded::find(embedded::review_page(), "page/" + std::string(name));
  if (!text) throw std::logic_error("the page has no part " + std::string(name));
  return std::string(*text);
}

/// Text inside a script element: nothing in it may look like its end, or like a comment. Only strings of JSON have these
/// characters, so it stays the same JSON.
std::string inert(std::string_view json) {
  std::string out;
  out.reserve(json.size() + json.size() / 16);
  for (std::size_t at = 0; at < json.size(); ++at) {
    const std::string_view rest = json.substr(at, 3);
    if (json[at] == '<' || json[at] == '>' || json[at] == '&') {
      out += json[at] == '<' ? "\\u003c" : json[at] == '>' ? "\\u003e" : "\\u0026";
    } else if (rest == "\xe2\x80\xa8" || rest == "\xe2\x80\xa9") {  // ends of lines for scripts, not for JSON
      out += rest.back() == '\xa8' ? "\\u2028" : "\\u2029";
      at += 2;
    } else {
      out += json[at];
    }
  }
  return out;
}

std::string texts(const std::vector<std::string>& items) {
  return list_of(items, [](const std::string& item) { return json_quote(item); });
}

/// `[activity, step, first line, last line, ...]`
std::string packed_places(const std::vector<plan::Place>& places) {
  std::string out = "[";
  for (const plan::Place& place : places) {
    if (out.size() > 1) out += ',';
    for (const std::size_t number : {place.activity.index(), std::size_t{place.step}, std::size_t{place.first}})
      out += std::to_string(number) + ",";
    out += std::to_string(place.last);
  }
  return out + "]";
}

std::string packed_file(const PageFile& file, Packer& packer) {
  return "{\"target\":" + json_quote(file.target) + ",\"path\":" + json_quote(file.path) +
         ",\"text\":" + std::to_string(packer.number_of(file.text)) + ",\"places\":" + packed_places(file.places) + "}";
}

/// `[n...]`: of the activities of the plan, then of those that are removed.
std::string packed_summaries(const PagePlan& page, Packer& packer) {
  std::vector<const plan::Activity*> all;
  for (const plan::Activity& activity : page.plan->activities) all.push_back(&activity);
  all.insert(all.end(), page.removed.begin(), page.removed.end());
  return list_of(all, [&](const plan::Activity* each) { return std::to_string(packer.number_of(summary_of(*each))); });
}

std::string packed_plan(const PagePlan& page, const RisksOfFiles& risks, Packer& packer) {
  plan::PlanWriter writer(packer);
  writer.write(*page.plan);
  std::string out = "{\"plan\":" + packer.take();
  out += ",\"removed\":" + list_of(page.removed, [&](const plan::Activity* activity) {
           writer.write(*activity);
           return packer.take();
         });
  out += ",\"summaries\":" + packed_summaries(page, packer) + ",\"quiet\":" + packed_quiet(*page.plan);
  out += ",\"machines\":" + packed_machines(*page.plan, packer) + ",\"risks\":" + packed_risks(*page.plan, risks, packer);
  out += ",\"digests\":" + list_of(page.digests, [](const PageDigest& each) {
           return "{\"path\":" + json_quote(each.path) + ",\"digest\":" + json_quote(each.digest) + "}";
         });
  return out + ",\"files\":" + list_of(page.files, [&](const PageFile& file) { return packed_file(file, packer); }) + "}";
}

/// `{"file": n, "first": line, "lines": [n...]}`
std::string packed_excerpts(Page& page, Packer& packer) {
  if (page.secrets.size() > most_secrets) {
    page.left_out.emplace_back("excerpts of the sources: the service has more secrets than can be hidden in them");
    return "[]";
  }
  const std::vector<Excerpt> excerpts = find_excerpts(page);
  std::size_t lines = 0;
  for (const Excerpt& excerpt : excerpts) lines += excerpt.lines.size();
  if (lines > most_excerpt_lines) {
    page.left_out.push_back("excerpts of the sources: they would be " + std::to_string(lines) + " lines");
    return "[]";
  }
  return list_of(excerpts, [&](const Excerpt& excerpt) {
    return "{\"file\":" + json_quote(excerpt.path) + ",\"first\":" + std::to_string(excerpt.first) + ",\"lines\":" +
           list_of(excerpt.lines, [&](const std::string& line) { return std::to_string(packer.number_of(line)); }) + "}";
  });
}

std::string packed_findings(const std::vector<plan::Finding>& findings, Packer& packer) {
  plan::PlanWriter writer(packer);
  return list_of(findings, [&](const plan::Finding& finding) {
    writer.write(finding);
    return packer.take();
  });
}

std::string packed_approvals(const std::vector<PageApproval>& approvals) {
  return list_of(approvals, [](const PageApproval& each) {
    return "{\"file\":" + json_quote(each.file) + ",\"by\":" + json_quote(each.by) + ",\"at\":" + json_quote(each.at) +
           ",\"comment\":" + json_quote(each.comment) + ",\"signature\":" + json_quote(each.signature) +
           ",\"plans\":" + texts(each.plans) + ",\"broken\":" + texts(each.broken) + "}";
  });
}

/// As a Content-Security-Policy names an inline text that may be used.
std::string source_hash(std::string_view text) {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  if (EVP_Digest(text.data(), text.size(), digest, &length, EVP_sha256(), nullptr) != 1)
    throw std::runtime_error("SHA-256 is not available");
  unsigned char base64[2 * EVP_MAX_MD_SIZE];
  EVP_EncodeBlock(base64, digest, static_cast<int>(length));
  return "'sha256-" + std::string(reinterpret_cast<const char*>(base64)) + "'";
}

void fill_in(std::string& page, std::string_view mark, std::string_view text) {
  const std::size_t at = page.find(mark);
  if (at == std::string::npos) throw std::logic_error("the page has no place for " + std::string(mark));
  page.replace(at, mark.size(), text);
}

}  // namespace

std::string page_data(Page& page) {
  Packer packer;
  const std::string plans = list_of(page.plans, [&](const PagePlan& plan) { return packed_plan(plan, page.risks, packer); });
  const std::string findings = packed_findings(page.findings, packer);
  const std::string excerpts = packed_excerpts(page, packer);
  const std::string steps = "\"marks\":" + packed_marks() + ",\"programs\":" + packed_programs(page.programs, packer) +
                            ",\"variables\":" + packed_variables(page.variables, packer) +
                            ",\n\"contents\":" + packed_contents(page.contents, packer);
  std::string out = "{\"format\":\"planbuilder/review/1\"";
  out += ",\"version\":" + json_quote(page.version) + ",\"input\":" + json_quote(page.input);
  out += ",\"options\":" + texts(page.options) + ",\"left_out\":" + texts(page.left_out);
  out += ",\n\"plans\":" + plans + ",\n\"findings\":" + findings + ",\n\"excerpts\":" + excerpts + ",\n" + steps;
  out += ",\n\"approvals\":" + packed_approvals(page.approvals);
  out += ",\n\"against\":" + json_quote(page.against) + ",\"difference\":" + (page.difference.empty() ? "null" : page.difference);
  out += ",\n\"reactions\":" + (page.reactions.empty() ? "null" : page.reactions);
  out += ",\n\"shapes\":" + list_of(packer.shapes(), [](const std::vector<std::uint32_t>& keys) {
           return list_of(keys, [](std::uint32_t key) { return std::to_string(key); });
         });
  out += ",\n\"texts\":" + list_of(packer.texts(), [](const std::string& text) { return json_quote(text); }) + "}";
  return inert(out);
}

std::string to_html(Page& page) {
  std::string style = "\n";
  for (const std::string_view name : styles) style += part(name);
  std::string script = "\n'use strict';\n(() => {\n";
  for (const std::string_view name : scripts) script += part(name) + "\n";
  script += "})();\n";
  std::string out = part("page.html");
  fill_in(out, "STYLE-HASH", source_hash(style));
  fill_in(out, "SCRIPT-HASH", source_hash(script));
  fill_in(out, "/* style */", style);
  fill_in(out, "/* script */", script);
  fill_in(out, "/* data */", page_data(page));  // last: nothing is looked for in it
  return out;
}

}  // namespace planbuilder::review
