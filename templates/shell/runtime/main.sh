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
  local part=()
  pb_command_name=run pb_mode='' pb_operands=()
  case ${1-} in
    run | resume | abandon | status | outputs | begin | step | instances | condition | failed | undo | finish)
      pb_command_name=$1
      shift
      ;;
  esac
  while (($# > 0)); do
    case $1 in
      --inputs | --input | --secrets | --state | --jobs | --delegate | --from | --only | --retry | --timeout | --json-log | \
        --run | --instance | --arguments | --ticket)
        (($# > 1)) || die 2 "$1 needs a value"
        ;;
    esac
    case $1 in
      --inputs) give_inputs "$2" && shift ;;
      --input) give_input "$2" && shift ;;
      --secrets) pb_secrets_from=$2 && shift ;;
      --show-secrets) pb_show_secrets=1 ;;
      --no-remembered-inputs) pb_remembers='' ;;
      --state) pb_state=$2 && shift ;;
      --delegate) pb_delegate=$2 && shift ;;
      --jobs) need_number "$1" "$2" 1 && pb_jobs=$2 && shift ;;
      --retry) need_number "$1" "$2" 0 && pb_retries=$2 && shift ;;
      --timeout) need_number "$1" "$2" 1 && pb_default_timeout=$2 && shift ;;
      --json-log) pb_json_log_path=$2 && shift ;;
      --from | --only) part+=("${1#--}" "$2") && shift ;;
      --ticket) pb_ticket=$2 && shift ;;
      --run) pb_meant_run=$2 && shift ;;
      --instance) need_number "$1" "$2" 1 && pb_meant_instance=$2 && shift ;;
      --arguments) pb_arguments_file=$2 && shift ;;
      --json) pb_as_json=1 ;;
      --keep-going) pb_keep_going=1 ;;
      --undo-on-failure) pb_undo_on_failure=1 ;;
      --stop-on-failure) pb_undo_on_failure='' pb_retries=0 ;;
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
  if ((${#part[@]} > 0)); then choose_part "${part[@]}"; fi
}

main() {
  pb_called_from=$PWD
  pb_script=$(readlink -f -- "$0")
  pb_home=${pb_script%/*}
  pb_state=${PLANBUILDER_STATE:-planbuilder-state} pb_secrets_from=${PLANBUILDER_SECRETS-} pb_json_log_path=${PLANBUILDER_JSON_LOG-}
  end_plan
  default_jobs
  pb_files=$(cd -- "$pb_home/$pb_files" 2>/dev/null && pwd) || pb_files=$pb_home/$pb_files
  read_arguments "$@"
  [[ $pb_state == /* ]] || pb_state=$PWD/$pb_state
  case $pb_mode in
    help) show_usage && return ;;
    list) list_plan && return ;;
  esac
  settle_source
  if [[ $pb_mode == dry-run ]]; then
    settle_inputs && show_plan
    return
  fi
  case $pb_command_name in
    step | instances | condition | failed | undo)
      ((${#pb_operands[@]} > 0)) || die 2 "$pb_command_name needs an id (--list shows them)"
      ;;
    *) ((${#pb_operands[@]} == 0)) || die 2 "unknown command '${pb_operands[0]}' (--help shows all)" ;;
  esac
  [[ -z $pb_ticket || $pb_command_name == begin ]] || die 2 "--ticket goes with begin"
  case $pb_command_name in
    status) show_status ;;
    outputs) command_outputs ;;
    run | begin) "command_$pb_command_name" ;; # which check when the inputs are known
    *) check_tools && "command_$pb_command_name" ${pb_operands[@]+"${pb_operands[@]}"} ;;
  esac
}
