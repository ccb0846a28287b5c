# --- the command line ----------------------------------------------------------------------------------------------

default_jobs() {
  pb_jobs=$(nproc 2>/dev/null) || pb_jobs=4
  ((pb_jobs >= 4)) || pb_jobs=4 # steps mostly wait
}

# need_number OPTION VALUE LEAST
need_number() {
  if [[ ! $2 =~ ^(0|[1-9][0-9]{0,6})$ ]] || (($2 < $3)); then die 2 "$1 takes a number from $3 on"; fi
}

# Sets pb_command_name, pb_operands, pb_mode and the options.
read_arguments() {
  local part=() words
  pb_command_name=run pb_mode='' pb_operands=()
  case ${1-} in
    run | heal | resume | abandon | status | outputs | begin | step | instances | condition | failed | undo | finish)
      pb_command_name=$1
      shift
      ;;
  esac
  while (($# > 0)); do
    case $1 in
      --inputs | --input | --secrets | --state | --jobs | --delegate | --from | --only | --retry | --timeout | --json-log | \
        --approved-keys | --run | --instance | --arguments | --ticket | --by | --after)
        (($# > 1)) || die 2 "$1 needs a value"
        words=2
        ;;
      *) words=1 ;;
    esac
    again_with "${@:1:words}"
    case $1 in
      --inputs) give_inputs "$2" && shift ;;
      --input) give_input "$2" && shift ;;
      --secrets) pb_secrets_from=$2 && shift ;;
      --show-secrets) pb_show_secrets=1 ;;
      --no-remembered-inputs) pb_remembers='' ;;
      --state) pb_state=$2 && shift ;;
      --delegate) pb_delegate=$2 && shift ;;
      --jobs) need_number "$1" "$2" 1 && pb_jobs=$2 && shift ;;
      --retry) need_number "$1" "$2" 0 && pb_retries=$2 pb_own_retries=() && shift ;;
      --timeout) need_number "$1" "$2" 1 && pb_default_timeout=$2 && shift ;;
      --json-log) pb_json_log_path=$2 && shift ;;
      --from | --only) part+=("${1#--}" "$2") && shift ;;
      --require-approval) pb_require_approval=1 ;;
      --approved-keys) pb_approved_keys=$2 pb_require_approval=1 && shift ;;
      --ticket) pb_ticket=$2 && shift ;;
      --run) pb_meant_run=$2 && shift ;;
      --instance) pb_instance_options+=("$2") && shift ;;
      --arguments) pb_arguments_file=$2 && shift ;;
      --by) need_number "$1" "$2" 1 && pb_by=$2 && shift ;;
      --after) need_number "$1" "$2" 1 && pb_after=$2 && shift ;; # only the runtime itself says it (see scaling.sh)
      --json) pb_as_json=1 ;;
      --allow-other-model) pb_any_model=1 ;;
      --recreate) pb_recreate=1 ;;
      --keep-going) pb_keep_going=1 ;;
      --no-sync) pb_no_sync=1 ;;
      --undo-on-failure) pb_undo_on_failure=1 pb_own_ends=() ;;
      --stop-on-failure) pb_stops=1 pb_undo_on_failure='' pb_retries=0 pb_own_retries=() pb_own_ends=() ;;
      --dry-run) pb_mode=dry-run ;;
      --list) pb_mode=list ;;
      -h | --help) pb_mode=help ;;
      --)
        pb_operands+=("${@:2}")
        break
        ;;
      -*) die 2 "unknown option '$1' (--help shows all)" ;;
      *) pb_operands+=("$1") ;;
    esac
    shift
  done
  ((${#part[@]} <= 2)) || die 2 "--from and --only can be given once"
  [[ ${#part[@]} == 0 || $pb_command_name =~ ^(run|resume)$ ]] || die 2 "--${part[0]} goes with run"
  [[ -z $pb_recreate || $pb_command_name == heal ]] || die 2 "--recreate goes with heal"
  if ((${#part[@]} > 0)); then choose_part "${part[@]}"; fi
  check_row
}

main() {
  pb_called_from=$PWD
  pb_script=$(readlink -f -- "$0")
  pb_home=${pb_script%/*}
  pb_approvals=$pb_home/../../approvals pb_own_files=("$pb_script" "$pb_home/runtime.sh")
  pb_state=${PLANBUILDER_STATE:-planbuilder-state} pb_secrets_from=${PLANBUILDER_SECRETS-} pb_json_log_path=${PLANBUILDER_JSON_LOG-}
  end_plan
  default_jobs
  pb_files=$(cd -- "$pb_home/$pb_files" 2>/dev/null && pwd) || pb_files=$pb_home/$pb_files
  read_arguments "$@"
  [[ $pb_state == /* ]] || pb_state=$PWD/$pb_state
  if [[ $pb_kind == terminate && -z $pb_undo_on_failure$pb_stops ]]; then pb_keep_going=1; fi # what can be released is
  case $pb_mode in
    help) show_usage && return ;;
    list) list_plan && return ;;
    dry-run) [[ $pb_command_name =~ ^(run|heal)$ ]] || die 2 "--dry-run goes with run and heal" ;;
  esac
  refuse_unreadable
  settle_source
  check_operands
  case $pb_command_name in
    run | begin) settle_given ;;
    heal) prepare_heal "${pb_operands[@]}" ;;
    *) take_meant_instance ;;
  esac
  if [[ $pb_mode == dry-run ]]; then
    command_dry_run
    return
  fi
  case $pb_command_name in
    status) show_status ;;
    outputs) command_outputs ;;
    run | begin | heal) "command_$pb_command_name" ;; # which check when the inputs are known
    *) check_tools && "command_$pb_command_name" ${pb_operands[@]+"${pb_operands[@]}"} ;;
  esac
}

check_operands() {
  case $pb_command_name in
    step | instances | condition | failed | undo)
      ((${#pb_operands[@]} > 0)) || die 2 "$pb_command_name needs an id (--list shows them)"
      ;;
    heal) ((${#pb_operands[@]} == 1)) || die 2 "heal needs a node, such as heal ${pb_entities[0]-NODE} or heal ${pb_entities[0]-NODE}/1" ;;
    *) ((${#pb_operands[@]} == 0)) || die 2 "unknown command '${pb_operands[0]}' (--help shows all)" ;;
  esac
  [[ -z $pb_ticket || $pb_command_name == begin ]] || die 2 "--ticket goes with begin"
}

# Engines name an instance by its number alone: it is that of the activity which they ask for.
take_meant_instance() {
  local option
  for option in ${pb_instance_options[@]+"${pb_instance_options[@]}"}; do
    need_number --instance "$option" 1
    pb_meant_instance=$option
  done
}
