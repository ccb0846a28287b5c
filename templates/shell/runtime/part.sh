# --- a part of the plan: --from and --only --------------------------------------------------------------------------

# pb_partial is `from` or `only`, pb_part the id of a step or an activity. What is left out counts as done.
pb_part=''
declare -A pb_wanted=() # steps

is_left_out() { [[ -n $pb_partial && -z ${pb_wanted[$1]-} ]]; }

# choose_part from|only ID: that step or activity; with `from` also all that comes after it.
choose_part() {
  local step activity follower next=0 reached=()
  pb_partial=$1 pb_part=$2
  find_steps "$2"
  if [[ $1 == from ]]; then pb_to=${pb_first[$((pb_activity + 1))]}; fi
  for ((step = pb_from; step < pb_to; step++)); do pb_wanted[$step]=1; done
  [[ $1 == from ]] || return 0
  local -A seen=()
  reached=("$pb_activity")
  while ((next < ${#reached[@]})); do
    activity=${reached[next]}
    next=$((next + 1))
    for follower in ${pb_followers[$activity]-}; do
      [[ -z ${seen[$follower]-} ]] || continue
      seen[$follower]=1
      reached+=("$follower")
      for ((step = pb_first[$follower]; step < pb_first[$((follower + 1))]; step++)); do pb_wanted[$step]=1; done
    done
  done
}

# The part that the run was begun for.
restore_part() {
  local how what
  { read -r how && IFS= read -r -d '' what; } <"$pb_run_folder/part" || :
  [[ -z $pb_partial || "$pb_partial $pb_part" == "$how ${what%$'\n'}" ]] ||
    die 3 "run $pb_run was begun with another part of the plan: resume it without --from and --only"
  if [[ -n $how ]]; then choose_part "$how" "${what%$'\n'}"; fi
}
