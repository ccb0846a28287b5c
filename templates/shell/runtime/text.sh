# --- text: escapes ------------------------------------------------------------------------------------------------

# escape_name TEXT [ROOM]: sets pb_escaped, a file name that no other text has, of ROOM bytes at most.
escape_name() {
  pb_escaped=$1
  if [[ $1 == *[%/[:cntrl:]]* || $1 == .* || -z $1 ]]; then escape_bytes "$1"; fi
  if ((${#pb_escaped} > ${2:-pb_longest_name})); then shorten_name "$1"; fi
}

# escape_bytes TEXT: sets pb_escaped.
escape_bytes() {
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

# File names have 255 bytes at most. A longer one is the beginning of the text, %~ and a digest of all of it; the file
# names/DIGEST of the state directory has the text.
readonly pb_longest_name=238 # behind it comes a word such as %secret
readonly pb_longest_part=90  # of the two words in the name of an output
declare -A pb_long_names=()  # TEXT -> its name
declare -A pb_names_to_keep=() # DIGEST -> TEXT, of names that may be new

# digest_of COMMAND...: sets pb_sum, the SHA-256 of what it prints. A digest that nobody computed must not get into the books.
digest_of() {
  pb_sum=$(
    set -o pipefail
    "$@" | sha256sum
  ) || die 1 "cannot compute a digest: sha256sum failed"
  pb_sum=${pb_sum%% *}
}

# shorten_name TEXT: sets pb_escaped, of 54 bytes at most.
shorten_name() {
  local digest start=${1:0:20}
  if [[ -z ${pb_long_names[:$1]-} ]]; then
    digest_of printf '%s' "$1"
    digest=$pb_sum
    pb_long_names[:$1]=${start//[^A-Za-z0-9_-]/}%~${digest:0:32}
    pb_names_to_keep[${digest:0:32}]=$1
  fi
  pb_escaped=${pb_long_names[:$1]}
}

# Before a file with such a name is written.
keep_long_names() {
  local digest
  for digest in ${pb_names_to_keep[@]+"${!pb_names_to_keep[@]}"}; do
    [[ -d $pb_state/names ]] || mkdir -p -- "$pb_state/names" || cannot_write "$pb_state/names"
    write_file "$pb_state/names/$digest" "${pb_names_to_keep[$digest]}"
  done
  pb_names_to_keep=()
}

# unescape_name NAME: sets pb_unescaped, the text that escape_name made the file name of.
unescape_name() {
  local rest=$1 character pb_content
  if [[ $1 == *%~* ]] && read_file "$pb_state/names/${1##*%~}" && [[ -n $pb_content ]]; then
    pb_unescaped=$pb_content
    return
  fi
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

# full_name NAME: sets pb_escaped, the file name if it were not shortened.
full_name() {
  pb_escaped=$1
  [[ $1 == *%~* ]] || return 0
  unescape_name "$1"
  escape_bytes "$pb_unescaped"
}

readonly pb_controls=$'*[\x01-\x1f\x7f]*' pb_late_controls=$'*\xc2[\x80-\x9f]*' # also those that UTF-8 writes as two bytes

# shellcheck disable=SC2053 # patterns
has_controls() { [[ $1 == $pb_controls || $1 == $pb_late_controls ]]; }

# escape_line TEXT: sets pb_escaped, the text in one line of the journal or the terminal.
escape_line() {
  pb_escaped=${1//\\/\\\\}
  if has_controls "$1"; then show_controls "$pb_escaped"; fi
}

# escape_controls TEXT: sets pb_escaped, the text as it is but for what a terminal would take for a command.
escape_controls() {
  pb_escaped=$1
  if has_controls "$1"; then show_controls "$1"; fi
}

# show_controls TEXT: sets pb_escaped.
show_controls() {
  local index character code
  pb_escaped=''
  for ((index = 0; index < ${#1}; index++)); do
    character=${1:index:1}
    case $character in
      $'\n') character=\\n ;;
      $'\t') character=\\t ;;
      [$'\x01'-$'\x1f'$'\x7f']) printf -v character '\\x%02x' "'$character" ;;
      $'\xc2')
        if [[ ${1:index + 1:1} == [$'\x80'-$'\x9f'] ]]; then
          index=$((index + 1))
          printf -v code '%d' "'${1:index:1}"
          printf -v character '\\u%04x' $((code & 255))
        fi
        ;;
    esac
    pb_escaped+=$character
  done
}

# show_text TEXT [MARGIN]: its lines, none of which a terminal obeys.
show_text() {
  local line
  while IFS= read -r line; do
    if has_controls "${line//$'\t'/}"; then
      escape_controls "${line:0:2000}"
      line=$pb_escaped
    fi
    printf '%s%s\n' "${2-}" "$line"
  done <<<"$1"
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
