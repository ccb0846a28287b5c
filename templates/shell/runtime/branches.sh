# --- failure branches: what starts when something failed --------------------------------------------------------------
#
# planbuilder/plan/README.md says what a failure edge means for a run. An activity is decided when all that it waits for came to
# rest: done, failed or not taken. Only plans that have such edges have anything here.

declare -A pb_failure_edges=() # FROM TO -> which of the groups below it belongs to
declare -A pb_branches=()      # activities that a failure edge leaves: the plan goes on after their failure
declare -A pb_in_branch=()     # activities that wait for a failure, and what comes after them
declare -A pb_failed_before=() # activity -> those whose failure it waits for
declare -A pb_unmet=()         # activity -> of how many steps of the workflow a failure is still missing
declare -A pb_barred=()        # activities before which something was not done
declare -A pb_groups=()        # activity -> the groups that it waits for; each is a step of the workflow, of which one part must fail
declare -A pb_group_names=() pb_group_members=() pb_group_of=() pb_group_met=()
declare -A pb_handled=() # STEM -> 1: of an activity whose failure is final, and a branch goes on from it
declare -A pb_rests=()   # activity -> failed, untaken
pb_not_taken=0

# after_failure STEP-OF-THE-WORKFLOW ID...: the activity above starts only if one of these failed.
after_failure() {
  local to=$((pb_activity_count - 1)) group=${#pb_group_names[@]} from
  pb_group_names[$group]=$1
  pb_group_of[$group]=$to
  pb_groups[$to]+=" $group"
  pb_unmet[$to]=$((${pb_unmet[$to]-0} + 1))
  pb_in_branch[$to]=1
  for from in "${@:2}"; do
    from=${pb_activity_index[:$from]}
    pb_followers[$from]+=" $to"
    pb_failure_edges["$from $to"]=$group
    pb_branches[$from]=1
    pb_group_members[$group]+=" $from"
    pb_failed_before[$to]+=" $from"
    pb_waiting_for[$to]=$((pb_waiting_for[$to] + 1))
  done
}

has_branches() { ((${#pb_branches[@]} > 0)); }

forget_branches() {
  pb_failure_edges=() pb_branches=() pb_in_branch=() pb_failed_before=() pb_unmet=() pb_barred=()
  pb_groups=() pb_group_names=() pb_group_members=() pb_group_of=() pb_group_met=()
}

# decide_followers ACTIVITY done | failed: it came to rest. What waited for nothing else is ready, or not taken; that is a rest too.
decide_followers() {
  local rests=("$1 $2") next=0 activity how follower
  while ((next < ${#rests[@]})); do
    activity=${rests[next]% *} how=${rests[next]#* }
    next=$((next + 1))
    for follower in ${pb_followers[$activity]-}; do
      weigh_edge "$activity" "$how" "$follower"
      pb_waiting_for[$follower]=$((pb_waiting_for[$follower] - 1))
      if ((pb_waiting_for[$follower] > 0)); then continue; fi
      if is_taken "$follower"; then
        pb_ready+=("$follower")
      else
        note_rest "$follower" untaken "${pb_first[$follower]}"
        rests+=("$follower untaken")
      fi
    done
  done
}

# weigh_edge FROM done | failed | untaken TO
weigh_edge() {
  local group=${pb_failure_edges["$1 $3"]-}
  if [[ -n $group ]]; then
    if [[ $2 == failed ]]; then meet_group "$group"; fi
  elif [[ $2 != 'done' ]]; then
    pb_barred[$3]=1
  fi
}

meet_group() {
  local to=${pb_group_of[$1]}
  [[ -z ${pb_group_met[$1]-} ]] || return 0
  pb_group_met[$1]=1
  pb_unmet[$to]=$((pb_unmet[$to] - 1))
}

# is_taken ACTIVITY: all that it waits for came to rest, and came to pass.
is_taken() { [[ -z ${pb_barred[$1]-} ]] && ((${pb_unmet[$1]-0} == 0)); }

# note_rest ACTIVITY failed | untaken STEP: from that step on nothing of it is to be expected.
note_rest() {
  local step
  [[ -z ${pb_rests[$1]-} ]] || return 0
  pb_rests[$1]=$2
  if [[ $2 == untaken ]]; then pb_not_taken=$((pb_not_taken + 1)); fi
  for ((step = $3; step < pb_first[$(($1 + 1))]; step++)); do
    is_left_out "$step" || pb_total=$((pb_total - 1))
  done
}

# --- handled failures ---------------------------------------------------------------------------------------------------

# is_handled ACTIVITY: by the journal.
is_handled() {
  ((${#pb_handled[@]} > 0 && pb_first[$1] < pb_first[$(($1 + 1))])) && [[ -n ${pb_handled[${pb_stems[${pb_first[$1]}]}]-} ]]
}

# record_handled ACTIVITY: its failure is final from here on, and on the disk before anything of the branch begins.
record_handled() {
  local step stems=''
  for ((step = pb_first[$1]; step < pb_first[$(($1 + 1))]; step++)); do stems+="${stems:+ }${pb_stems[$step]}"; done
  journal handled "$stems"
  make_durable || cannot_write "$pb_run_folder"
}

# go_on_after ACTIVITY STEP INSTANCE: the step failed, and with it the activity, for which the plan has a branch.
go_on_after() {
  record_handled "$1"
  read_clock
  log_json handled "$2" "$3" "$pb_now"
  escape_line "${pb_activities[$1]}"
  clear_progress
  say "the plan goes on after the failure of $pb_escaped"
  note_rest "$1" failed "$2"
  decide_followers "$1" failed
}

# Which failures were handled, and how much was not taken.
tell_branches() {
  local index names=''
  has_branches || return 0
  for ((index = 0; index < pb_activity_count; index++)); do
    if [[ ${pb_rests[$index]-} == failed ]]; then names+=" ${pb_activities[$index]}"; fi
  done
  [[ -z $names ]] || say "The plan went on after the failure of:$names"
  ((pb_not_taken == 0)) || say "Not taken: $(count_of "$pb_not_taken" activity activities)"
}

# --- what the journal says of all this ------------------------------------------------------------------------------------

# judge_run: what came to rest otherwise than done, by the journal. Sets pb_rests, pb_not_taken, and pb_unfinished: the first activity
# that is still to be done, if there is one.
judge_run() {
  local index how follower
  local -A open=()
  pb_rests=() pb_not_taken=0 pb_unfinished=''
  if [[ -n $pb_partial ]]; then meet_left_out; fi
  for ((index = 0; index < pb_activity_count; index++)); do
    judge_activity "$index"
    if [[ $how == left && -z $pb_unfinished ]]; then pb_unfinished=$index; fi
    has_branches || continue
    if [[ $how == failed || $how == untaken ]]; then pb_rests[$index]=$how; fi
    if [[ $how == untaken ]]; then pb_not_taken=$((pb_not_taken + 1)); fi
    for follower in ${pb_followers[$index]-}; do
      if [[ $how == left ]]; then open[$follower]=1; else weigh_edge "$index" "$how" "$follower"; fi
    done
  done
}

# judge_activity ACTIVITY: sets the caller's how.
judge_activity() {
  if [[ -n ${open[$1]-} ]]; then
    how=left
  elif ! is_taken "$1"; then
    how=untaken
  elif is_handled "$1"; then
    how=failed
  elif is_done "$1"; then
    how='done'
  else
    how=left
  fi
}

# A part of the plan takes for granted what it leaves out: where it has none of those whose failure is waited for, one failed.
meet_left_out() {
  local group from
  for group in ${pb_group_names[@]+"${!pb_group_names[@]}"}; do
    for from in ${pb_group_members[$group]}; do
      if has_wanted "$from"; then continue 2; fi
    done
    meet_group "$group"
  done
}
