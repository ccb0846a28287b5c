# --- commands ----------------------------------------------------------------------------------------------------

pb_script=''

# output NAME: the value that was just built is an output of the plan.
output() {
  take_value
  if [[ -n $pb_broken ]]; then
    say "planbuilder: the output '$1' has no value: $pb_broken"
    pb_broken=''
    return
  fi
  escape_name "$1"
  write_file "$pb_run_folder/outputs/$pb_escaped" "$pb_taken"
}

finish_run() {
  pb_lenient=1 pb_broken='' pb_entity='' pb_entity_kind='' pb_index='' pb_value=''
  plan_outputs
  journal finished "$pb_name"
  rm -rf -- "$pb_run_folder/scratch" "$pb_run_folder/locks"
}

execute() {
  local began count
  read_clock
  began=$pb_now
  say "$pb_name: run $pb_run of $pb_service in $pb_state"
  if ! schedule; then
    count=$((pb_total - pb_done))
    show_failures
    say ''
    say "$pb_name failed: $pb_done of $pb_total steps done, $count not."
    show_way_on
    exit 1
  fi
  finish_run
  read_clock
  say "$pb_name finished: $pb_total steps in $(((pb_now - began) / 10)).$(((pb_now - began) % 10)) s"
  show_outputs "$pb_run_folder"
}

command_run() {
  open_run
  execute
}

open_run() {
  settle_inputs
  need_delegate
  [[ -d $pb_state ]] || refuse_by_kind # before there is anything to lock
  take_lock
  refuse_unfinished
  refuse_by_kind
  begin_run
}

command_resume() {
  need_delegate
  need_state
  take_lock
  reopen_run
  execute
}

command_abandon() {
  need_state
  take_lock
  find_last_run || die 3 "there is no run in $pb_state"
  read_run_state
  [[ $pb_run_state == unfinished ]] || die 3 "run $pb_run is $pb_run_state; there is nothing to abandon"
  journal abandoned "$pb_name"
  say "Run $pb_run is abandoned; the instances it made are still there."
}

# Of the last finished run of this plan; others may have run since.
command_outputs() {
  local name
  find_last_run || die 3 "there is no run in $pb_state"
  for (( ; pb_run > 0; pb_run--)); do
    pb_run_folder=$pb_state/runs/$pb_run
    read_run_state
    read -r name <"$pb_run_folder/plan"
    [[ $pb_run_state == finished && $name == "$pb_name" ]] || continue
    show_outputs "$pb_run_folder"
    return
  done
  die 3 "no run of $pb_name is finished in $pb_state"
}

# For engines that keep the order themselves: begin, then step ID in any order they see fit, then finish.
command_begin() {
  open_run
  printf '%s\n' "$pb_run"
}

command_step() {
  local id=${1-} index
  [[ -n $id && -n ${pb_step_index[:$id]-} ]] || die 2 "this plan has no step '$id' (--list shows them)"
  index=${pb_step_index[:$id]}
  need_state
  take_lock shared
  reopen_run
  # Engines may deliver a task twice: the second one waits, and finds it done.
  exec {pb_step_lock}<>"$pb_run_folder/locks/${pb_step_functions[index]}"
  flock "$pb_step_lock"
  read_journal
  activity_of "$index"
  (
    trap stop_activity TERM INT
    trap end_activity EXIT
    run_steps "$index" $((index + 1))
  ) && return
  pb_failed=("$index -")
  show_failures
  exit 1
}

activity_of() {
  pb_activity=0
  while ((pb_first[pb_activity + 1] <= $1)); do pb_activity=$((pb_activity + 1)); done
}

command_finish() {
  local index
  need_state
  take_lock
  reopen_run
  for ((index = 0; index < ${#pb_activities[@]}; index++)); do
    is_done "$index" || die 3 "run $pb_run cannot be finished: ${pb_activities[index]} is not done"
  done
  finish_run
  show_outputs "$pb_run_folder"
}

default_jobs() {
  pb_jobs=$(nproc 2>/dev/null) || pb_jobs=4
  ((pb_jobs >= 4)) || pb_jobs=4 # steps mostly wait
}

# Sets pb_command_name, pb_operands, pb_mode and the options.
read_arguments() {
  pb_command_name=run pb_mode='' pb_operands=()
  case ${1-} in
    run | resume | abandon | status | outputs | begin | step | finish)
      pb_command_name=$1
      shift
      ;;
  esac
  while (($# > 0)); do
    case $1 in
      --inputs | --input | --state | --delegate | --jobs) (($# > 1)) || die 2 "$1 needs a value" ;;
    esac
    case $1 in
      --inputs) give_inputs "$2" && shift ;;
      --input) give_input "$2" && shift ;;
      --state) pb_state=$2 && shift ;;
      --delegate) pb_delegate=$2 && shift ;;
      --jobs) [[ $2 =~ ^[1-9][0-9]{0,4}$ ]] || die 2 "--jobs takes a number" && pb_jobs=$2 && shift ;;
      --dry-run) pb_mode=dry-run ;;
      --list) pb_mode=list ;;
      -h | --help) pb_mode=help ;;
      -*) die 2 "unknown option '$1' (--help shows all)" ;;
      *) pb_operands+=("$1") ;;
    esac
    shift
  done
}

main() {
  pb_called_from=$PWD
  pb_script=$(readlink -f -- "$0")
  pb_home=${pb_script%/*}
  pb_state=${PLANBUILDER_STATE:-planbuilder-state}
  load_plan
  default_jobs
  pb_files=$(cd -- "$pb_home/$pb_files" 2>/dev/null && pwd) || pb_files=$pb_home/$pb_files
  read_arguments "$@"
  [[ $pb_state == /* ]] || pb_state=$PWD/$pb_state
  case $pb_mode in
    help) show_usage && return ;;
    list) list_plan && return ;;
    dry-run) settle_inputs && show_plan && return ;;
  esac
  if [[ $pb_command_name != step ]] && ((${#pb_operands[@]} > 0)); then
    die 2 "unknown command '${pb_operands[0]}' (--help shows all)"
  fi
  case $pb_command_name in
    status) show_status ;;
    outputs) command_outputs ;;
    step) check_tools && command_step "${pb_operands[0]-}" ;;
    *) check_tools && "command_$pb_command_name" ;;
  esac
}
