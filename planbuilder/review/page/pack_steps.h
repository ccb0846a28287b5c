// What the page knows of steps beside the plan document: how people would do them, where, and what is risky.
#pragma once

#include <string>
#include <vector>

#include "planbuilder/review/page/content.h"
#include "planbuilder/review/page/packer.h"

namespace planbuilder::review {

/// `[activity...]`: those with nothing to call.
std::string packed_quiet(const plan::Plan& plan);

/// `[{"node": n, "way": word, "by": n, "value": n, "user": n}...]`: plan::Whereabouts.
std::string packed_machines(const plan::Plan& plan, Packer& packer);

/// `{"risks": [{"mark": number, "why": n, "file": n, "line": line, "text": n}...], "lists": [[risk...]...],
/// "steps": [activity, step, list...]}`: PlanRisks.
std::string packed_risks(const plan::Plan& plan, const RisksOfFiles& files, Packer& packer);

/// `[{"name": text, "label": text, "sign": text, "meaning": text}...]`, in their order.
std::string packed_marks();

/// `[{"file": n, "type": n, "command": n, "folder": n, "inputs_file": n}...]`
std::string packed_programs(const std::vector<PageProgram>& programs, Packer& packer);

/// `[{"file": n, "text": n}...]`; a file that is not shown has a `note` in place of its text.
std::string packed_contents(const std::vector<PageContent>& contents, Packer& packer);

/// `[input, variable...]`: numbers of texts.
std::string packed_variables(const std::vector<PageVariable>& variables, Packer& packer);

}  // namespace planbuilder::review
