#!/usr/bin/env python3
"""Every process that the samples and the archives of others give passes the checker, and is small.

Usage: bpel_processes_test.py PLANBUILDER
OpenTOSCA's own builder writes 115, 300, 700 and 890 KiB for services of 3, 7, 15 and 19 templates; ours may take 35 % of that.
"""
import pathlib
import subprocess
import sys
import tempfile

import bpel_check
import generated

THEIR_SIZES = [(3, 115), (7, 300), (15, 700), (19, 890)]  # templates, KiB
HOSTILE = r"""tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    "in ]]> & put": {type: string, default: "</literal>'\"$run ]]>&amp;\r\n\t"}
    "1": {type: list, entry_schema: {type: string}, default: ["a\"b"]}
  node_templates:
    "<node a='1' b=\"2\">&amp;$run ]]> é":
      type: tosca.nodes.Root
      interfaces: {Standard: {operations: {create: {implementation: x.sh, inputs: {"'\"": {get_input: "in ]]> & put"}, "$a": "a'b\"c\r"}}}}}
    "a--b/c.d_x2D_": {type: tosca.nodes.Root, requirements: [dependency: "<node a='1' b=\"2\">&amp;$run ]]> é"]}
    "a-/-b c.d_x2D_": {type: tosca.nodes.Root, requirements: [dependency: "a--b/c.d_x2D_"]}
  outputs:
    "out > put": {value: {concat: ["'\"", {get_input: "1"}]}}
"""


def most_bytes(activities):
    """35 % of theirs; between the sizes that are known, in proportion."""
    low = (0, 0)
    for high in THEIR_SIZES:
        if activities <= high[0] or high is THEIR_SIZES[-1]:
            share = (activities - low[0]) / (high[0] - low[0])
            return (low[1] + share * (high[1] - low[1])) * 1024 * 0.35
        low = high
    return 0


def too_large(folder):
    text = next(folder.glob("*.bpel")).read_text()
    activities = text.count("<terminationHandler>")  # each has one
    if len(text.encode()) <= most_bytes(max(activities, THEIR_SIZES[0][0])):
        return []
    return [f"{len(text.encode()) / 1024:.0f} KiB for {activities} activities"]


def generate_hostile(planbuilder, folder):
    (folder / "x.sh").write_text("exit 0\n")
    (folder / "service.yaml").write_text(HOSTILE)
    folders = []
    for target in generated.DIALECTS:
        subprocess.run([planbuilder, "generate", folder / "service.yaml", "--target", target, "-o", folder / target, "-q"], check=True)
        folders += sorted((folder / target).glob(f"*/{target}"))
    return folders


def main():
    planbuilder = sys.argv[1]
    with tempfile.TemporaryDirectory() as name:
        root = pathlib.Path(name)
        processes = generated.generate(planbuilder, root)
        problems = [f"{folder.relative_to(root)}: {text}" for folder in processes if "callback" not in str(folder) for text in too_large(folder)]
        (root / "hostile").mkdir()
        processes += generate_hostile(planbuilder, root / "hostile")
        problems += [f"{folder.relative_to(root)}: {text}" for folder in processes for text in bpel_check.check_folder(folder)]
    print("\n".join(problems))
    print(f"{len(processes)} processes, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
