# --- text: escapes, files ---------------------------------------------------------------------------------------

# escape_name TEXT: sets pb_escaped, a file name that no other text has.
escape_name() {
  if [[ $1 != *[%/[:cntrl:]]* && $1 != .* && -n $1 ]]; then
    pb_escaped=$1
    return
  fi
  local index character
  pb_escaped=''
  [[ -n $1 ]] || pb_escaped=%
  for ((index = 0; index < ${#1}; index++)); do
    character=${1:index:1}
    if [[ $character == [%/[:cntrl:]] || ($index == 0 && $character == .) ]]; then
      printf -v character '%%%02X' "'$character"
    fi
    pb_escaped+=$character
  done
}

# unescape_name NAME: sets pb_unescaped, the text that escape_name made the file name of.
unescape_name() {
  local rest=$1 character
  pb_unescaped=''
  [[ $1 != % ]] || return 0
  while [[ $rest == *%* ]]; do
    pb_unescaped+=${rest%%%*}
    rest=${rest#*%}
    printf -v character '%b' "\\x${rest:0:2}"
    pb_unescaped+=$character
    rest=${rest:2}
  done
  pb_unescaped+=$rest
}

# escape_line TEXT: sets pb_escaped, the text in one line of the journal or the terminal.
escape_line() {
  pb_escaped=$1
  [[ $1 == *[\\[:cntrl:]]* ]] || return 0
  local index character
  pb_escaped=''
  for ((index = 0; index < ${#1}; index++)); do
    character=${1:index:1}
    case $character in
      \\) character=\\\\ ;;
      $'\n') character=\\n ;;
      $'\t') character=\\t ;;
      [[:cntrl:]]) printf -v character '\\x%02x' "'$character" ;;
    esac
    pb_escaped+=$character
  done
}

# quote_json TEXT: sets pb_quoted, a JSON string.
quote_json() {
  local text=$1 index character
  text=${text//\\/\\\\}
  text=${text//\"/\\\"}
  text=${text//$'\n'/\\n}
  text=${text//$'\t'/\\t}
  text=${text//$'\r'/\\r}
  pb_quoted=''
  if [[ $text != *[$'\x01'-$'\x1f']* ]]; then
    pb_quoted=\"$text\"
    return
  fi
  for ((index = 0; index < ${#text}; index++)); do
    character=${text:index:1}
    if [[ $character == [$'\x01'-$'\x1f'] ]]; then printf -v character '\\u%04x' "'$character"; fi
    pb_quoted+=$character
  done
  pb_quoted=\"$pb_quoted\"
}

# read_file PATH: sets pb_content, every byte of it; $(...) would lose newlines at the end.
read_file() {
  pb_content=''
  [[ -f $1 ]] || return 1
  IFS= read -r -d '' pb_content <"$1" || :
}

write_file() { printf '%s' "$2" >"$1"; }
