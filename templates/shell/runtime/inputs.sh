# --- inputs of the plan ------------------------------------------------------------------------------------------

pb_inputs=() # names, in the plan's order
declare -A pb_input_default=() pb_input_required=() pb_input_type=() pb_input_once=() pb_given=()

# input NAME TYPE [required] [secret] [once] [default VALUE]: one that is given `once` says nothing about later plans. What its
# values must be stands below it (see check_inputs.sh).
input() {
  local name=$1
  pb_declared=$name
  pb_inputs+=("$name")
  pb_input_type[:$name]=$2
  shift 2
  while (($# > 0)); do
    case $1 in
      required) pb_input_required[:$name]=1 ;;
      secret) pb_input_secret[:$name]=1 ;;
      once) pb_input_once[:$name]=1 ;;
      default) pb_input_default[:$name]=$2 && shift ;;
    esac
    shift
  done
}

give_input() {
  [[ $1 == ?*=* ]] || die 2 "--input takes NAME=VALUE, not '$1'"
  give_value "${1%%=*}" "${1#*=}"
}

give_value() { pb_given[:$1]=$2; }

give_inputs() { read_pairs "$1" give_value; }

# Every input gets its value: the one that is given, that of an earlier run, the secret of the source, or the default. All that
# is wrong is said at once.
settle_inputs() {
  local name key unknown='' absent=()
  pb_problems=()
  for key in ${pb_given[@]+"${!pb_given[@]}"}; do
    if [[ -z ${pb_input_type[$key]+set} ]]; then unknown+=" ${key#:}"; fi
  done
  [[ -z $unknown ]] || pb_problems+=("this plan has no such inputs:$unknown (it has: ${pb_inputs[*]-none})")
  for name in ${pb_inputs[@]+"${pb_inputs[@]}"}; do
    key=:$name
    if find_value "$name"; then
      pb_input_value[$key]=$pb_content
      check_value "$name" "$pb_content"
    elif [[ -n ${pb_input_default[$key]+set} ]]; then
      pb_input_value[$key]=${pb_input_default[$key]}
    elif [[ -n ${pb_input_required[$key]-} && ($pb_mode != dry-run || -z ${pb_input_secret[$key]-}) ]]; then
      absent+=("$name")
    fi
  done
  ask_for ${absent[@]+"${absent[@]}"}
  refuse_problems
}

# find_value INPUT: sets pb_content.
find_value() {
  if [[ -n ${pb_given[:$1]+set} ]]; then
    pb_content=${pb_given[:$1]}
  elif recall_input "$1"; then
    pb_recalled+=("$1")
  else
    [[ -n ${pb_input_secret[:$1]-} ]] && ask_source "$1"
  fi
}

# ask_for INPUT...: on a terminal; elsewhere it is a problem that they are missing.
ask_for() {
  local name missing=''
  for name in "$@"; do
    if [[ ${#pb_problems[@]} == 0 && -t 0 && -t 2 ]] && ask_user "$name"; then continue; fi
    missing+=" $name"
  done
  [[ -z $missing ]] || pb_problems+=("inputs without a value:$missing (give them with --inputs FILE or --input NAME=VALUE)")
}

# ask_user INPUT: until the value fits; false when no more is typed.
ask_user() {
  local value problem
  while :; do
    if [[ -n ${pb_input_secret[:$1]-} ]]; then read_unseen "$1 (${pb_input_type[:$1]}, secret): "; else read_answer "$1 (${pb_input_type[:$1]}): "; fi || return
    pb_problems=()
    check_value "$1" "$value"
    if [[ ${#pb_problems[@]} == 0 && -n $value ]]; then break; fi
    for problem in ${pb_problems[@]+"${pb_problems[@]}"}; do say "$problem"; done
    pb_problems=()
  done
  pb_input_value[:$1]=$value
}

# read_answer QUESTION: sets the caller's value.
read_answer() {
  printf '%s' "$1" >&2
  IFS= read -r value
}

# read_unseen QUESTION: the terminal shows nothing of the answer, however fast it comes.
read_unseen() {
  local settings status=0
  settings=$(stty -g) || return
  trap 'stty "$settings"; exit 130' INT TERM HUP
  stty -echo
  read_answer "$1" || status=1
  stty "$settings"
  trap - INT TERM HUP
  printf '\n' >&2
  return "$status"
}

refuse_problems() {
  local problem
  ((${#pb_problems[@]} > 0)) || return 0
  for problem in "${pb_problems[@]}"; do say "planbuilder: $problem"; done
  exit 2
}

# save_inputs FOLDER LATER: the folder will be called so.
save_inputs() {
  local key
  for key in ${pb_input_value[@]+"${!pb_input_value[@]}"}; do
    escape_name "${key#:}"
    if [[ -n ${pb_input_secret[$key]-} && -n ${pb_input_value[$key]} ]]; then
      keep_secret "$1/$pb_escaped" "${pb_input_value[$key]}" "$2/$pb_escaped"
      # The plan has a default anyway: nobody need be asked for it again.
      if [[ ${pb_input_default[$key]-} == "${pb_input_value[$key]}" ]]; then write_file "$1/$pb_escaped%default" 1; fi
    else
      write_file "$1/$pb_escaped" "${pb_input_value[$key]}"
    fi
  done
}

# The inputs of an earlier run; what is given now must not differ. Secrets that are nowhere any more are asked for again.
restore_inputs() {
  local name key changed='' forgotten=()
  pb_problems=()
  for name in ${pb_inputs[@]+"${pb_inputs[@]}"}; do
    key=:$name
    escape_name "$name"
    if read_file "$1/$pb_escaped"; then
      pb_input_value[$key]=$pb_content
    elif [[ -e $1/$pb_escaped%secret ]]; then
      restore_secret "$1/$pb_escaped" "$name" || forgotten+=("$name")
    fi
    if [[ -n ${pb_given[$key]+set} && ${pb_given[$key]} != "${pb_input_value[$key]-}" ]]; then changed+=" $name"; fi
  done
  [[ -z $changed ]] || die 3 "run $pb_run was begun with other values of these inputs:$changed (resume it without them, or abandon it)"
  ((${#forgotten[@]} > 0)) || return 0
  ask_for "${forgotten[@]}"
  refuse_problems
  for name in "${forgotten[@]}"; do
    escape_name "$name"
    keep_secret "$1/$pb_escaped" "${pb_input_value[:$name]}"
  done
}

# restore_secret PATH INPUT
restore_secret() {
  if [[ -n $pb_vault ]] && read_file "$pb_vault/${1#"$pb_state/"}"; then
    pb_input_value[:$2]=$pb_content
    return
  fi
  if [[ -n ${pb_given[:$2]+set} ]]; then
    pb_content=${pb_given[:$2]}
  elif [[ -e $1%default ]]; then
    pb_content=${pb_input_default[:$2]}
  else
    ask_source "$2" || return
  fi
  pb_input_value[:$2]=$pb_content
  keep_secret "$1" "$pb_content"
}
