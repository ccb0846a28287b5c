# --- JSON: what bash cannot read itself, python3 reads, if it is there --------------------------------------------

pb_json_program='
import json, sys

def text(value):
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(",", ":"))

def write(result):
    sys.stdout.buffer.write(result.encode("utf-8", "surrogateescape"))

class Number(str):
    "1.50 stays 1.50"

mode, *words = sys.argv[1:]
source = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
value = json.loads(source)
if mode == "join":
    assert isinstance(value, list)
    write("+" + words[0].join(text(item) for item in value))
elif mode == "get":
    for key in words:
        value = value[int(key)] if isinstance(value, list) else value[key]
    write("+" + text(value))
elif mode == "inputs":
    exact = json.loads(source, parse_float=Number)
    for name, item in value.items():
        item = exact[name] if isinstance(exact[name], Number) else text(item) if item is not None else None
        assert name and "\0" not in name + (item or "")
        if item is not None:
            write(name + "\0" + item + "\0")
    write("\0")
'

# json_tool MODE WORD...: from standard input to standard output. join DELIMITER and get PATH... write a + before the
# result, which tells an empty one from none; inputs writes names and values, each with a NUL, and a last empty name.
json_tool() { python3 -c "$pb_json_program" "$@" 2>/dev/null; }

# read_json join DELIMITER | get PATH...: of pb_value; sets pb_content.
read_json() {
  command -v python3 >/dev/null || { fail "python3 is needed to look into a list or map"; return 1; }
  IFS= read -r -d '' pb_content < <(printf '%s' "$pb_value" | json_tool "$@") || :
  [[ $pb_content == +* ]] || { pb_content=''; return 1; }
  pb_content=${pb_content#+}
}
