#!/usr/bin/env python3
"""Holds every shipped plugin.yaml, and the examples of the README, against the published schema.

Usage: plugins_schema_test.py SOURCE
Needs the Python packages yaml and jsonschema; without them the test is skipped (exit code 77).
"""
import json
import pathlib
import sys

try:
    import jsonschema
    import yaml
except ImportError as missing:
    print(f"{missing}: skipped")
    sys.exit(77)

folder = pathlib.Path(sys.argv[1]) / "plugins"
validator = jsonschema.Draft202012Validator(json.loads((folder / "plugin.schema.json").read_text()))
texts = {path: path.read_text() for path in sorted(folder.glob("shipped/*/plugin.yaml"))}
for number, block in enumerate((folder / "README.md").read_text().split("```yaml\n")[1:], 1):
    texts[f"README.md, example {number}"] = block.split("```")[0]
problems = [f"{path}: {error.json_path}: {error.message}"
            for path, text in texts.items() for error in validator.iter_errors(yaml.safe_load(text))]
wrong = {"format": "planbuilder/plugin/1", "name": "p", "kind": "type", "description": "d", "match": {"tpyes": []},
         "transitions": {"provision": [{"invoke": "a", "record": "create"}, {"invoke": "a", "undo": "b.sh"},
                                       {"run": "a.sh", "undo": {"then": "x"}}]}}
if len(list(validator.iter_errors(wrong))) < 4:
    problems.append("the schema accepts what is wrong")
print(f"{len(texts)} plugins, {len(problems)} problems", *problems, sep="\n  ")
sys.exit(1 if problems else 0)
