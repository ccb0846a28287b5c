# --- what the values of inputs must be: types and constraints ----------------------------------------------------------------

declare -A pb_input_description=() pb_input_written=() pb_entry_types=() pb_units=() # of units: INPUT and UNIT -> how many of the smallest
pb_must_inputs=() pb_must_words=() pb_must_clauses=() pb_must_starts=() pb_must_arguments=() # constraints, of all inputs
pb_problems=()

# Below `input NAME ...`, about that input:
described() { pb_input_description[:$pb_declared]=$1; }

# written_as TYPE: the primitive type of its values, if its own type is another one.
written_as() { pb_input_written[:$pb_declared]=$1; }

# units UNIT FACTOR...: the factor is empty if it is no whole number.
units() {
  while (($# > 1)); do
    unit_key "$pb_declared" "$1"
    pb_units[$pb_key]=$2
    shift 2
  done
}

# must WORDS [CLAUSE ARGUMENT...]: without a clause it cannot be checked here.
must() {
  pb_must_inputs+=("$pb_declared")
  pb_must_words+=("$1")
  pb_must_clauses+=("${2-}")
  pb_must_starts+=("${#pb_must_arguments[@]}")
  pb_must_arguments+=("${@:3}")
  if [[ ${2-} == entries ]]; then pb_entry_types[:$pb_declared]=$3; fi
}

# unit_key INPUT UNIT: sets pb_key; units of a list are those of its entries. Case does not matter to the units of TOSCA 1.x, but bits are no bytes.
unit_key() {
  local unit=$2
  case ${pb_entry_types[:$1]:-${pb_input_written[:$1]:-${pb_input_type[:$1]-}}} in
    scalar-unit.bitrate) unit=${unit//B/8} unit=${unit,,} ;;
    scalar-unit.*) unit=${unit,,} ;;
  esac
  pb_key=:$1/$unit
}

# check_value INPUT VALUE: adds what is wrong with it to pb_problems, in words.
check_value() {
  local type=${pb_input_written[:$1]:-${pb_input_type[:$1]}} index given="'$2'"
  if [[ -n ${pb_input_secret[:$1]-} ]]; then given='its value'; fi
  if ! fits_type "$type" "$1" "$2"; then
    pb_problems+=("the input $1: $given is no ${pb_input_type[:$1]}; $pb_wanted is wanted")
    return
  fi
  for index in ${pb_must_inputs[@]+"${!pb_must_inputs[@]}"}; do
    [[ ${pb_must_inputs[index]} == "$1" && -n ${pb_must_clauses[index]} ]] || continue
    fits_constraint "$type" "$1" "$2" "$index" || pb_problems+=("the input $1: $given is refused; it must be ${pb_must_words[index]}")
  done
}

# --- types -------------------------------------------------------------------------------------------------------------------

readonly pb_integer='^[-+]?[0-9]+$|^0x[0-9a-fA-F]+$|^0o[0-7]+$'
readonly pb_float='^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$|^[-+]?\.(inf|Inf|INF)$|^\.(nan|NaN|NAN)$'
readonly pb_boolean='^(true|True|TRUE|yes|Yes|YES|y|Y|on|On|ON|false|False|FALSE|no|No|NO|n|N|off|Off|OFF)$'
readonly pb_timestamp='^[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(([Tt]|[ 	]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(\.[0-9]*)?[ 	]*(Z|[-+][0-9]{1,2}(:[0-9]{2})?)?)?$'
readonly pb_version='^[0-9]+(\.[0-9]+(\.[0-9]+(\.[A-Za-z0-9_]+(-[0-9]+)?)?)?)?$'
readonly pb_range='^[[:space:]]*\[[[:space:]]*([-+]?[0-9]+)[[:space:]]*,[[:space:]]*([-+]?[0-9]+|"?UNBOUNDED"?)[[:space:]]*\][[:space:]]*$'
readonly pb_bytes='^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$'

# fits_type TYPE INPUT VALUE: false when it is none, and pb_wanted says what would be one.
fits_type() {
  case $1 in
    integer) pb_wanted='an integer' && [[ $3 =~ $pb_integer ]] ;;
    float) pb_wanted='a number' && [[ $3 =~ $pb_float ]] ;;
    boolean) pb_wanted='true or false' && [[ $3 =~ $pb_boolean ]] ;;
    timestamp) pb_wanted='a timestamp, such as 2001-12-14T21:59:43Z,' && [[ $3 =~ $pb_timestamp ]] ;;
    version) pb_wanted='a version, such as 2.1 or 1.0.0.beta-10,' && [[ $3 =~ $pb_version ]] ;;
    range) pb_wanted='a range, [lower, upper],' && fits_range "$3" ;;
    bytes) pb_wanted='base64' && [[ $3 =~ $pb_bytes ]] ;;
    list) pb_wanted='a list, in JSON,' && count_json list "$3" ;;
    map) pb_wanted='a map, in JSON,' && count_json map "$3" ;;
    scalar | scalar-unit.*) pb_wanted="a number with a unit, such as 10 $(units_of "$2")," && read_amount "$2" "$3" ;;
    *) return 0 ;;
  esac
}

# Not what the plan has first, but what is shown first anyway.
units_of() {
  local key
  for key in "${!pb_units[@]}"; do if [[ $key == ":$1/"* ]]; then printf '%s\n' "${key##*/}"; fi; done | sort | head -n 1
}

fits_range() {
  [[ $1 =~ $pb_range ]] || return 1
  local lower=${BASH_REMATCH[1]} upper=${BASH_REMATCH[2]}
  [[ $upper != [-+0-9]* ]] || { compare_decimals "$lower" "$upper" && ((pb_order <= 0)); }
}

# count_json list|map TEXT: sets pb_count, which is empty when nobody here can read JSON.
count_json() {
  pb_count=''
  case $1 in
    list) [[ $2 =~ ^[[:space:]]*\[.*\][[:space:]]*$ ]] || return 1 ;;
    map) [[ $2 =~ ^[[:space:]]*\{.*\}[[:space:]]*$ ]] || return 1 ;;
  esac
  command -v python3 >/dev/null || return 0
  pb_count=$(printf '%s' "$2" | json_tool count "$1") && [[ -n $pb_count ]]
}

# read_amount INPUT TEXT: sets pb_amount, in the smallest unit; empty where that takes more than bash can count.
read_amount() {
  [[ $2 =~ ^[[:space:]]*([-+]?)([0-9]*)(\.([0-9]*))?[[:space:]]*([^[:space:]0-9.].*)$ ]] || return 1
  local sign=${BASH_REMATCH[1]#+} whole=${BASH_REMATCH[2]} fraction=${BASH_REMATCH[4]} unit=${BASH_REMATCH[5]} factor
  [[ -n $whole$fraction ]] || return 1
  unit=${unit%"${unit##*[![:space:]]}"}
  unit_key "$1" "$unit"
  factor=${pb_units[$pb_key]-none} pb_amount=''
  [[ $factor != none ]] || return 1
  while [[ $fraction == *0 ]]; do fraction=${fraction%0}; done
  while [[ $whole == 0?* ]]; do whole=${whole#0}; done
  if [[ -n $factor ]] && ((${#whole} + ${#fraction} + ${#factor} <= 18)); then
    shift_decimal $((10#${whole:-0}$fraction * factor)) ${#fraction}
    pb_amount=$sign$pb_shifted
  fi
}

# shift_decimal NUMBER PLACES: sets pb_shifted, with the last so many digits behind a point.
shift_decimal() {
  local digits=$1
  pb_shifted=$digits
  (($2 > 0)) || return 0
  while ((${#digits} <= $2)); do digits=0$digits; done
  pb_shifted=${digits:0:${#digits}-$2}.${digits:${#digits}-$2}
}

# --- constraints --------------------------------------------------------------------------------------------------------------

# fits_constraint TYPE INPUT VALUE NUMBER: what cannot be told counts as fitting.
fits_constraint() {
  local clause=${pb_must_clauses[$4]} first=${pb_must_starts[$4]} end=${pb_must_starts[$4 + 1]-${#pb_must_arguments[@]}}
  local arguments=("${pb_must_arguments[@]:first:end - first}")
  case $clause in
    entries) each_entry "$3" fits_type "${arguments[0]}" "$2" ;;
    each_*) each_entry "$3" fits_clause "${clause#each_}" "${pb_entry_types[:$2]}" "$2" ;;
    *) fits_clause "$clause" "$1" "$2" "$3" ;;
  esac
}

# each_entry TEXT QUESTION WORD...: it holds for every entry of a list or map, asked with the entry behind the words.
each_entry() {
  local entry text=$1
  shift
  command -v python3 >/dev/null || return 0
  while IFS= read -r -d '' entry; do
    "$@" "$entry" || return
  done < <(printf '%s' "$text" | json_tool entries)
}

# fits_clause CLAUSE TYPE INPUT VALUE: with the caller's arguments.
fits_clause() {
  local clause=$1 each
  shift
  case $clause in
    valid_values)
      for each in ${arguments[@]+"${arguments[@]}"}; do compares "$1" "$2" "$3" equal "$each" && return; done
      return 1
      ;;
    in_range) is_inside "$1" "$2" "$3" "${arguments[@]}" ;;
    length | min_length | max_length) fits_length "$1" "$3" "$clause" "${arguments[0]}" ;;
    pattern) [[ $3 == *[$'\x80'-$'\xff']* || $3 =~ ${arguments[0]} ]] ;; # of other letters bash sees bytes here
    *) compares "$1" "$2" "$3" "$clause" "${arguments[0]}" ;;
  esac
}

# is_inside TYPE INPUT VALUE LOWER UPPER: an end that is open is empty. Of a range both ends must be inside.
is_inside() {
  if [[ $1 == range ]]; then
    [[ $3 =~ $pb_range ]] || return 1
    local lower=${BASH_REMATCH[1]} upper=${BASH_REMATCH[2]}
    is_inside integer "$2" "$lower" "$4" "$5" || return 1
    if [[ $upper == *UNBOUNDED* ]]; then [[ -z $5 ]]; else is_inside integer "$2" "$upper" "$4" "$5"; fi
    return
  fi
  [[ -z $4 ]] || compares "$1" "$2" "$3" greater_or_equal "$4" || return 1
  [[ -z $5 ]] || compares "$1" "$2" "$3" less_or_equal "$5"
}

# fits_length TYPE VALUE CLAUSE LENGTH: of a text its characters, of a list or map its entries.
fits_length() {
  local length=${2//[$'\x80'-$'\xbf']/}
  length=${#length}
  if [[ $1 == list || $1 == map ]]; then
    count_json "$1" "$2"
    [[ -n $pb_count ]] || return 0
    length=$pb_count
  fi
  case $3 in
    length) ((length == $4)) ;;
    min_length) ((length >= $4)) ;;
    max_length) ((length <= $4)) ;;
  esac
}

# compares TYPE INPUT VALUE CLAUSE OTHER
compares() {
  put_in_order "$1" "$2" "$3" "$5"
  [[ -n $pb_order ]] || return 0
  case $4 in
    equal) ((pb_order == 0)) ;;
    greater_than) ((pb_order > 0)) ;;
    greater_or_equal) ((pb_order >= 0)) ;;
    less_than) ((pb_order < 0)) ;;
    less_or_equal) ((pb_order <= 0)) ;;
  esac
}

# put_in_order TYPE INPUT LEFT RIGHT: sets pb_order to -1, 0 or 1; to nothing where it cannot be told.
put_in_order() {
  local left
  pb_order=''
  case $1 in
    integer | float) compare_decimals "$3" "$4" ;;
    boolean) if [[ ${3:0:1} == [tTyY] || $3 == [oO][nN] ]]; then pb_order=1; else pb_order=0; fi
      if [[ ${4:0:1} == [tTyY] || $4 == [oO][nN] ]]; then pb_order=$((pb_order - 1)); fi ;;
    scalar | scalar-unit.*)
      read_amount "$2" "$3" && left=$pb_amount && read_amount "$2" "$4" && [[ -n $left && -n $pb_amount ]] || return 0
      compare_decimals "$left" "$pb_amount"
      ;;
    timestamp)
      left=$(date -u -d "$3" +%s.%N 2>/dev/null) && pb_content=$(date -u -d "$4" +%s.%N 2>/dev/null) || return 0
      compare_decimals "$left" "$pb_content"
      ;;
    version) compare_versions "$3" "$4" ;;
    list | map | range | bytes) if [[ $3 == "$4" ]]; then pb_order=0; fi ;; # there are many ways to write one
    *) compare_texts "$3" "$4" ;;
  esac
}

compare_texts() {
  pb_order=0
  if [[ $1 < $2 ]]; then pb_order=-1; elif [[ $1 > $2 ]]; then pb_order=1; fi
}

# compare_decimals LEFT RIGHT: of any length. Numbers that are written in other ways are left to sort.
compare_decimals() {
  local first decimal='^([-+]?)0*([0-9]*)(\.([0-9]*))?$' left right flip=1
  if [[ ! $1 =~ $decimal || ! $2 =~ $decimal ]]; then
    pb_order=''
    [[ $1 =~ ^[-+0-9.eE]+$ && $2 =~ ^[-+0-9.eE]+$ ]] || return 0
    read -r first < <(printf '%s\n' "${1#+}" "${2#+}" | sort -g)
    if [[ $(printf '%s\n' "${1#+}" "${2#+}" | sort -gu | wc -l) == 1 ]]; then pb_order=0; elif [[ $first == "${1#+}" ]]; then pb_order=-1; else pb_order=1; fi
    return
  fi
  split_decimal "$1"
  left=("${pb_parts[@]}")
  split_decimal "$2"
  right=("${pb_parts[@]}")
  if [[ ${left[0]} != "${right[0]}" ]]; then
    if [[ ${left[0]} == - ]]; then pb_order=-1; else pb_order=1; fi
    return
  fi
  if [[ ${left[0]} == - ]]; then flip=-1; fi
  if ((${#left[1]} != ${#right[1]})); then
    pb_order=$((${#left[1]} < ${#right[1]} ? -flip : flip))
    return
  fi
  compare_texts "${left[1]}.${left[2]}" "${right[1]}.${right[2]}"
  pb_order=$((pb_order * flip))
}

# split_decimal NUMBER: sets pb_parts to its sign (of nothing there is none), and the digits before and behind the point.
split_decimal() {
  [[ $1 =~ ^([-+]?)0*([0-9]*)(\.([0-9]*))?$ ]]
  local sign=${BASH_REMATCH[1]#+} whole=${BASH_REMATCH[2]} fraction=${BASH_REMATCH[4]}
  while [[ $fraction == *0 ]]; do fraction=${fraction%0}; done
  if [[ -z $whole$fraction ]]; then sign=''; fi
  pb_parts=("$sign" "$whole" "$fraction")
}

# compare_versions LEFT RIGHT: without a qualifier a version comes after those with one; of different ones nobody knows.
compare_versions() {
  local left right index
  IFS=. read -r -a left <<<"$1"
  IFS=. read -r -a right <<<"$2"
  for index in 0 1 2; do
    compare_decimals "${left[index]:-0}" "${right[index]:-0}"
    ((pb_order == 0)) || return 0
  done
  if [[ ${left[3]-} == "${right[3]-}" ]]; then
    pb_order=0
  elif [[ -z ${left[3]-} ]]; then
    pb_order=1
  elif [[ -z ${right[3]-} ]]; then
    pb_order=-1
  elif [[ ${left[3]%%-*} == "${right[3]%%-*}" ]]; then
    compare_builds "${left[3]}" "${right[3]}"
  else
    pb_order=''
  fi
}

# compare_builds LEFT RIGHT: the numbers behind the hyphens.
compare_builds() {
  local left=0 right=0
  if [[ $1 == *-* ]]; then left=${1#*-}; fi
  if [[ $2 == *-* ]]; then right=${2#*-}; fi
  compare_decimals "$left" "$right"
}
