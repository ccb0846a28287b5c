# --- the plan: activities and their order ------------------------------------------------------------------------

# Bash looks up an element of an indexed array by walking to it, of an associative one by its hash: what is read in any
# order is associative.
pb_activity_count=0 pb_step_count=0
declare -A pb_activities=() pb_step_ids=() # their ids; steps are counted through all activities
declare -A pb_first=() # activity -> its first step; those up to the first of the next activity are its own
declare -A pb_kinds=() pb_entities=() pb_loops=() pb_with=() pb_makes=() pb_indexes=() pb_on_failures=() pb_conditions=()
declare -A pb_waiting_for=() pb_followers=() pb_before=()
declare -A pb_models=() pb_ends=() pb_selects=()
declare -A pb_own_retries=() pb_own_ends=() # of activities with a policy of their own: how often it is tried again; then stop or undo
declare -A pb_activity_index=() pb_step_index=() pb_stems=() pb_undo=() pb_brought=() pb_removes=() pb_sets=() pb_delegates=()

# activity ID KIND ENTITY [model DIGEST] [joins SOURCE TARGET] [index I] [new] [selects] [each [finds] [with NODE]] [when FUNCTION]
#   [on-failure FUNCTION] [fails stop | retry TIMES | undo] [after ID...]
# `model` is the version of the entity, `joins` are the ends of a relationship; `index` says which representation of the
# entity it works on; `new` makes an instance, `selects` chooses one; `each` runs its steps once per instance, newest first;
# `finds` has a round also if there is none, for one that may be there without having been made by us;
# `with` leaves out those that were not made together with the chosen instance of that node; `fails` is what its failure does to
# the run, where that differs from what the plan says. What it does only after a failure stands below it (see branches.sh).
activity() {
  local index=$pb_activity_count before waiting=0 all=''
  pb_activity_count=$((index + 1))
  pb_activities[$index]=$1
  pb_kinds[$index]=$2
  pb_entities[$index]=$3
  pb_activity_index[:$1]=$index
  pb_first[$index]=$pb_step_count
  shift 3
  if [[ ${1-} == model ]]; then
    pb_models[$index]=$2
    shift 2
  fi
  if [[ ${1-} == joins ]]; then
    pb_ends[$index]=$2$'\n'$3
    shift 3
  fi
  if [[ ${1-} == index ]]; then
    pb_indexes[$index]=$2
    shift 2
  fi
  if [[ ${1-} == new ]]; then
    pb_makes[$index]=1
    shift
  fi
  if [[ ${1-} == selects ]]; then
    pb_selects[$index]=1
    shift
  fi
  if [[ ${1-} == each ]]; then
    pb_loops[$index]=1
    shift
    if [[ ${1-} == finds ]]; then
      pb_loops[$index]=finds
      shift
    fi
    if [[ ${1-} == with ]]; then
      pb_with[$index]=$2
      shift 2
    fi
  fi
  if [[ ${1-} == when ]]; then
    pb_conditions[$index]=$2
    shift 2
  fi
  if [[ ${1-} == on-failure ]]; then
    pb_on_failures[$index]=$2
    shift 2
  fi
  if [[ ${1-} == fails ]]; then
    pb_own_retries[$index]=0 pb_own_ends[$index]=${2/retry/stop}
    if [[ $2 == retry ]]; then
      pb_own_retries[$index]=$3
      shift
    fi
    shift 2
  fi
  for before in "${@:2}"; do
    before=${pb_activity_index[:$before]}
    pb_followers[$before]+=" $index"
    if [[ -n ${pb_in_branch[$before]-} ]]; then pb_in_branch[$index]=1; fi
    all+=" $before"
    waiting=$((waiting + 1))
  done
  pb_before[$index]=$all
  pb_waiting_for[$index]=$waiting
}

# step ID FUNCTION [UNDO-FUNCTION] [delegated] [brought] [removes] [sets STATE]: of the activity above. The function's name
# without step_ is how files and the journal call the step: short, and free of whatever the id contains. `brought` was written
# by a template of a plugin, `removes` removes the instance, `sets` sets its state.
step() {
  local index=$pb_step_count id=$1
  pb_step_count=$((index + 1))
  pb_step_index[:$1]=$index
  pb_step_ids[$index]=$1
  pb_stems[$index]=${2#step_}
  shift 2
  while (($# > 0)); do
    case $1 in
      delegated) pb_delegated+=("$id") && pb_delegates[$index]=1 ;;
      brought) pb_brought[$index]=1 ;;
      removes) pb_removes[$index]=1 ;;
      sets) pb_sets[$index]=$2 && shift ;;
      *) pb_undo[$index]=$1 ;;
    esac
    shift
  done
}

# is_record STEP: it makes the instance, and is undone by removing it.
is_record() { [[ ${pb_undo[$1]-} == remove_instance ]]; }

end_plan() {
  pb_first[$pb_activity_count]=$pb_step_count
}

# activity_of STEP: sets pb_activity, by halving what is left.
activity_of() {
  local low=0 high=$pb_activity_count middle
  while ((high - low > 1)); do
    middle=$(((low + high) / 2))
    if ((pb_first[$middle] <= $1)); then low=$middle; else high=$middle; fi
  done
  # Activities without steps start where the next one does.
  while ((pb_first[$((low + 1))] <= $1)); do low=$((low + 1)); done
  pb_activity=$low
}

# find_steps WORD: sets pb_activity and the range pb_from, pb_to of its steps that the id of a step or activity means.
find_steps() {
  if [[ -n ${pb_step_index[:$1]-} ]]; then
    pb_from=${pb_step_index[:$1]}
    pb_to=$((pb_from + 1))
    activity_of "$pb_from"
  elif [[ -n ${pb_activity_index[:$1]-} ]]; then
    pb_activity=${pb_activity_index[:$1]}
    pb_from=${pb_first[$pb_activity]}
    pb_to=${pb_first[$((pb_activity + 1))]}
  else
    die 2 "this plan has no step or activity '$1' (--list shows them)"
  fi
}
