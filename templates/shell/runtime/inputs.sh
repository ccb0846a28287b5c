# --- inputs of the plan ------------------------------------------------------------------------------------------

pb_inputs=() # names, in the plan's order
declare -A pb_input_default=() pb_input_required=() pb_input_type=() pb_given=()

# input NAME TYPE [required] [secret] [default VALUE]
input() {
  local name=$1
  pb_inputs+=("$name")
  pb_input_type[:$name]=$2
  shift 2
  while (($# > 0)); do
    case $1 in
      required) pb_input_required[:$name]=1 ;;
      secret) pb_input_secret[:$name]=1 ;;
      default) pb_input_default[:$name]=$2 && shift ;;
    esac
    shift
  done
}

give_input() {
  [[ $1 == ?*=* ]] || die 2 "--input takes NAME=VALUE, not '$1'"
  pb_given[:${1%%=*}]=${1#*=}
}

# JSON, or lines NAME=VALUE; blank lines and lines that start with # do not count.
give_inputs() {
  local text line
  if [[ $1 == - ]]; then set -- /dev/stdin; fi
  [[ -r $1 && ! -d $1 ]] || die 2 "cannot read the inputs file '$1'"
  IFS= read -r -d '' text <"$1" || :
  if [[ $text =~ ^[[:space:]]*\{ ]]; then
    give_json_inputs "$1" "$text"
    return
  fi
  while IFS= read -r line; do
    [[ $line =~ ^[[:space:]]*(#|$) ]] && continue
    [[ $line == ?*=* ]] || die 2 "$1: '$line' is neither JSON nor NAME=VALUE"
    give_input "$line"
  done <<<"$text"
}

give_json_inputs() {
  local name value
  command -v python3 >/dev/null || die 2 "python3 is needed to read JSON inputs; lines NAME=VALUE do without"
  # A last empty name says that all was read.
  while IFS= read -r -d '' name; do
    [[ -n $name ]] || return 0
    IFS= read -r -d '' value || break
    pb_given[:$name]=$value
  done < <(printf '%s' "$2" | json_tool inputs)
  die 2 "$1 is not a JSON object of inputs"
}

# Checks what was given; all that is wrong is said at once.
settle_inputs() {
  local name key missing='' unknown=''
  for key in ${pb_given[@]+"${!pb_given[@]}"}; do
    if [[ -z ${pb_input_type[$key]+set} ]]; then unknown+=" ${key#:}"; fi
  done
  [[ -z $unknown ]] || die 2 "this plan has no such inputs:$unknown (it has: ${pb_inputs[*]-none})"
  for name in ${pb_inputs[@]+"${pb_inputs[@]}"}; do
    key=:$name
    if [[ -n ${pb_given[$key]+set} ]]; then
      pb_input_value[$key]=${pb_given[$key]}
    elif [[ -n ${pb_input_default[$key]+set} ]]; then
      pb_input_value[$key]=${pb_input_default[$key]}
    elif [[ -n ${pb_input_required[$key]-} ]]; then
      missing+=" $name"
    fi
  done
  [[ -z $missing ]] || die 2 "inputs without a value:$missing (give them with --inputs FILE or --input NAME=VALUE)"
}

save_inputs() {
  local key
  for key in ${pb_input_value[@]+"${!pb_input_value[@]}"}; do
    escape_name "${key#:}"
    write_file "$1/$pb_escaped" "${pb_input_value[$key]}"
  done
}

# The inputs of an earlier run; what is given now must not differ.
restore_inputs() {
  local name key changed=''
  for name in ${pb_inputs[@]+"${pb_inputs[@]}"}; do
    key=:$name
    escape_name "$name"
    if read_file "$1/$pb_escaped"; then pb_input_value[$key]=$pb_content; fi
    if [[ -n ${pb_given[$key]+set} && ${pb_given[$key]} != "${pb_input_value[$key]-}" ]]; then changed+=" $name"; fi
  done
  [[ -z $changed ]] || die 3 "run $pb_run was begun with other values of these inputs:$changed (resume it without them, or abandon it)"
}
