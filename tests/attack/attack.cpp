// The attack as a program: see README.md, or --help.
#include <cstdlib>
#include <functional>
#include <iomanip>
#include <iostream>

#include "tests/attack/campaign.h"

namespace planbuilder::testing {

namespace {

constexpr const char* usage = R"(Usage: attack [OPTION...]
Damages samples in ways that keep their structure, and looks at what planbuilder makes of them.
  --executions N    how many inputs (2000)
  --seconds S       ends after so long, if not before
  --seed N          other inputs than usual (1)
  --subject NAME    only these: yaml, xml, zip, tar, tar.gz, metadata, plan, record, plugin, semantics, import-map
  --only-read yes   only reads them, which is many times as fast
  --corpus DIR      also attacks the services in this folder, and takes parts of them
  --findings DIR    where findings are written (findings)
  --keep DIR        keeps one in 100 inputs that planbuilder accepts, for other programs to look at
  --keep-one-in N   or one in N
  --repeat DIR      only tries the finding in this folder again
Exit codes: 0 nothing found, 1 something found, 2 wrong usage.
)";

struct Wanted {
  CampaignOptions campaign;
  std::string corpus;
  std::string repeat;
};

using Reader = std::function<void(Wanted&, const char*)>;

const std::map<std::string, Reader, std::less<>> options = {
    {"--executions", [](Wanted& wanted, const char* text) { wanted.campaign.executions = std::strtoull(text, nullptr, 10); }},
    {"--seconds", [](Wanted& wanted, const char* text) { wanted.campaign.seconds = std::strtod(text, nullptr); }},
    {"--seed", [](Wanted& wanted,
                  const char* text) { wanted.campaign.seed = static_cast<std::uint32_t>(std::strtoul(text, nullptr, 10)); }},
    {"--subject", [](Wanted& wanted, const char* text) { wanted.campaign.subject = text; }},
    {"--only-read", [](Wanted& wanted, const char* text) { wanted.campaign.only_read = std::string_view(text) == "yes"; }},
    {"--corpus", [](Wanted& wanted, const char* text) { wanted.corpus = text; }},
    {"--findings", [](Wanted& wanted, const char* text) { wanted.campaign.findings = text; }},
    {"--keep", [](Wanted& wanted, const char* text) { wanted.campaign.keep = text; }},
    {"--keep-one-in", [](Wanted& wanted, const char* text) { wanted.campaign.keep_one_in = std::strtoull(text, nullptr, 10); }},
    {"--repeat", [](Wanted& wanted, const char* text) { wanted.repeat = text; }},
};

/// False when it is not understood.
bool read_options(int argc, char** argv, Wanted& wanted) {
  for (int i = 1; i < argc; i += 2) {
    const auto option = options.find(argv[i]);
    if (option == options.end() || i + 1 == argc) return false;
    option->second(wanted, argv[i + 1]);
  }
  return wanted.campaign.keep_one_in > 0;
}

std::uint64_t show(const std::vector<Tally>& tallies) {
  Tally all{"all"};
  const auto line = [](const Tally& tally) {
    std::cout << std::left << std::setw(12) << tally.subject << std::right << std::setw(12) << tally.executions << std::setw(12)
              << tally.accepted << std::setw(12) << tally.findings << "\n";
  };
  std::cout << "subject       executions    accepted    findings\n";
  for (const Tally& tally : tallies) {
    line(tally);
    all.executions += tally.executions;
    all.accepted += tally.accepted;
    all.findings += tally.findings;
  }
  line(all);
  return all.findings;
}

int attack(const Wanted& wanted) {
  const Workshop workshop(wanted.corpus);
  Campaign campaign(workshop, wanted.campaign);
  if (wanted.repeat.empty()) return show(campaign.run()) == 0 ? 0 : 1;
  const std::string found = campaign.repeat(wanted.repeat);
  std::cout << (found.empty() ? "nothing is found any more\n" : found);
  return found.empty() ? 0 : 1;
}

}  // namespace

}  // namespace planbuilder::testing

int main(int argc, char** argv) {
  planbuilder::testing::Wanted wanted;
  if (!planbuilder::testing::read_options(argc, argv, wanted)) {
    std::cerr << planbuilder::testing::usage;
    return 2;
  }
  return planbuilder::testing::attack(wanted);
}
