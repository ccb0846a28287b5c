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
elif mode == "count":
    assert isinstance(value, {"list": list, "map": dict}[words[0]])
    write(str(len(value)))
elif mode == "entries":
    exact = json.loads(source, parse_float=Number)
    for item in exact if isinstance(exact, list) else exact.values():
        write(text(item) + "\0")
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
# result, which tells an empty one from none; count list|map writes how many entries it has; entries writes those of a list or the
# values of a map, each with a NUL; inputs writes names and values, each with a NUL, and a last empty name.
json_tool() { python3 -c "$pb_json_program" "$@" 2>/dev/null; }

# read_json join DELIMITER | get PATH...: of pb_value; sets pb_content.
read_json() {
  command -v python3 >/dev/null || { fail "python3 is needed to look into a list or map"; return 1; }
  IFS= read -r -d '' pb_content < <(printf '%s' "$pb_value" | json_tool "$@") || :
  [[ $pb_content == +* ]] || { pb_content=''; return 1; }
  pb_content=${pb_content#+}
}

# read_pairs FILE FUNCTION: calls it with each NAME and VALUE. The file is a JSON object, or lines NAME=VALUE; blank lines and
# lines that start with # do not count.
read_pairs() {
  local text line
  if [[ $1 == - ]]; then set -- /dev/stdin "$2"; fi
  [[ -r $1 && ! -d $1 ]] || die 2 "cannot read the file '$1'"
  IFS= read -r -d '' text <"$1" || :
  if [[ $text =~ ^[[:space:]]*\{ ]]; then
    read_json_pairs "$1" "$2" "$text"
    return
  fi
  while IFS= read -r line; do
    [[ $line =~ ^[[:space:]]*(#|$) ]] && continue
    [[ $line == ?*=* ]] || die 2 "$1: there is a line that is neither JSON nor NAME=VALUE"
    "$2" "${line%%=*}" "${line#*=}"
  done <<<"$text"
}

# read_json_pairs FILE FUNCTION TEXT
read_json_pairs() {
  local name value
  command -v python3 >/dev/null || die 2 "python3 is needed to read JSON inputs; lines NAME=VALUE do without"
  # A last empty name says that all was read.
  while IFS= read -r -d '' name; do
    [[ -n $name ]] || return 0
    IFS= read -r -d '' value || break
    "$2" "$name" "$value"
  done < <(printf '%s' "$3" | json_tool inputs)
  die 2 "$1 is not a JSON object of inputs"
}
