# --- a part of the plan: --from and --only --------------------------------------------------------------------------

# pb_partial is `from` or `only`, pb_part the id of a step or an activity. What is left out counts as done. So it must be so:
#   - what is made needs what would have been made before it, and the ends of a relationship
#   - what is worked on is there once, or the user says which one is meant; it is not made again
#   - what is removed has nothing left that would have been removed before it
pb_part=''
declare -A pb_wanted=() # steps
declare -A pb_new=()    # KIND/ENTITY of what the part makes; also with %[I] for its representation I
declare -A pb_joints=()

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
  what=${what%$'\n'}
  [[ -z $pb_partial || "$pb_partial $pb_part" == "$how $what" ]] ||
    die 3 "run $pb_run was begun with another part of the plan: resume it without --from and --only"
  case $how in
    heal) restore_heal "$what" ;;
    ?*) choose_part "$how" "$what" ;;
  esac
}

# has_wanted ACTIVITY [removes | records]: it has a step that runs, or one that does this.
has_wanted() {
  local step
  for ((step = pb_first[$1]; step < pb_first[$(($1 + 1))]; step++)); do
    is_left_out "$step" && continue
    case ${2-} in
      removes) if [[ -n ${pb_removes[$step]-} ]]; then return 0; fi ;;
      records) if is_record "$step"; then return 0; fi ;;
      *) return 0 ;;
    esac
  done
  return 1
}

# What a part does to what is there is right, or is refused.
refuse_part() {
  local index
  [[ -n $pb_partial ]] || return 0
  note_new
  note_joints
  for ((index = 0; index < pb_activity_count; index++)); do
    if [[ ${pb_kinds[$index]} == service || -n ${pb_selects[$index]-} ]] || ! has_wanted "$index"; then continue; fi
    if [[ -n ${pb_loops[$index]-} ]]; then refuse_removal "$index"; else refuse_work "$index"; fi
  done
}

# own_key ACTIVITY: sets pb_key, by which pb_new knows what it works on.
own_key() { pb_key=${pb_kinds[$1]}/${pb_entities[$1]}${pb_indexes[$1]:+%[${pb_indexes[$1]}]}; }

# Plans that scale out make one more; others make what is not there.
note_new() {
  local index
  pb_new=()
  for index in ${pb_makes[@]+"${!pb_makes[@]}"}; do
    has_wanted "$index" records || continue
    list_own "$index"
    if ((${#pb_numbers[@]} > 0)) && ! makes_more "$index"; then continue; fi
    own_key "$index"
    pb_new[${pb_kinds[$index]}/${pb_entities[$index]}]=1 pb_new[$pb_key]=1
  done
}

# Sets pb_joints: by node the activities of relationships that have an end there.
note_joints() {
  local index end
  pb_joints=()
  for index in ${pb_ends[@]+"${!pb_ends[@]}"}; do
    while IFS= read -r end; do pb_joints[:$end]+=" $index"; done <<<"${pb_ends[$index]}"
  done
}

# makes_more ACTIVITY: although there is one. A relationship is made for a node that is.
makes_more() {
  [[ $pb_kind == scale-out ]] || return 1
  [[ ${pb_kinds[$1]} == relationship ]] || return 0
  local ends=${pb_ends[$1]-} index
  local source=${ends%$'\n'*} target=${ends#*$'\n'}
  for index in "${!pb_makes[@]}"; do
    [[ ${pb_kinds[$index]} == node && (${pb_entities[$index]} == "$source" || ${pb_entities[$index]} == "$target") ]] || continue
    has_wanted "$index" records && return
  done
  return 1
}

# list_own ACTIVITY: sets pb_numbers, the instances that can be meant.
list_own() {
  list_instances "${pb_kinds[$1]}" "${pb_entities[$1]}"
  if [[ -n $pb_has_given ]]; then keep_instances is_given "${pb_kinds[$1]}" "${pb_entities[$1]}"; fi
  if [[ -n ${pb_indexes[$1]-} ]]; then keep_instances has_index "${pb_kinds[$1]}" "${pb_entities[$1]}" "${pb_indexes[$1]}"; fi
}

# refuse_work ACTIVITY: that does not loop.
refuse_work() {
  local id=${pb_activities[$1]} entity=${pb_entities[$1]} kind=${pb_kinds[$1]} before end
  own_key "$1"
  if [[ -n ${pb_new[$pb_key]-} ]]; then
    while [[ -n ${pb_ends[$1]-} ]] && read -r end; do need_there "$id" node "$end"; done <<<"${pb_ends[$1]-}"
  else
    list_own "$1"
    ((${#pb_numbers[@]} > 0)) || die 3 "$id cannot be run alone: $kind $entity has no instance, and what records it is left out"
    ((${#pb_numbers[@]} == 1)) ||
      die 3 "there are several instances of $kind $entity (${pb_numbers[*]}): say which one with --instance $entity=N"
  fi
  for before in ${pb_before[$1]}; do
    if [[ ${pb_kinds[$before]} == service ]] || has_wanted "$before"; then continue; fi
    need_there "$id" "${pb_kinds[$before]}" "${pb_entities[$before]}"
  done
}

# need_there ACTIVITY KIND ENTITY: it is there, or comes.
need_there() {
  [[ -z ${pb_new[$2/$3]-} ]] || return 0
  list_instances "$2" "$3"
  ((${#pb_numbers[@]} > 0)) || die 3 "$1 cannot be run yet: it needs $2 $3, which is not there"
}

# refuse_removal ACTIVITY: that loops.
refuse_removal() {
  local before id=${pb_activities[$1]} joints=''
  if [[ -n ${pb_with[$1]-} ]] && ! is_chosen "${pb_with[$1]}"; then
    die 3 "$id cannot be run alone: which instance of ${pb_with[$1]} goes is left out (--instance ${pb_with[$1]}=N says it)"
  fi
  has_wanted "$1" removes || return 0
  if [[ ${pb_kinds[$1]} == node ]]; then joints=${pb_joints[:${pb_entities[$1]}]-}; fi
  for before in ${pb_before[$1]} $joints; do
    if [[ -z ${pb_loops[$before]-} ]] || has_wanted "$before" removes; then continue; fi
    list_left "$before"
    ((${#pb_numbers[@]} == 0)) ||
      die 3 "$id cannot be run yet: ${pb_kinds[$before]} ${pb_entities[$before]} is still there, and must go too (${pb_activities[$before]})"
  done
}

# is_chosen NODE: by this run, or by the user.
is_chosen() {
  local index
  [[ -z ${pb_given_number[node/$1]-} ]] || return 0
  for index in ${pb_selects[@]+"${!pb_selects[@]}"}; do
    if [[ ${pb_kinds[$index]}/${pb_entities[$index]} == "node/$1" ]] && has_wanted "$index"; then return 0; fi
  done
  return 1
}

# list_left ACTIVITY: sets pb_numbers, what it would have gone over.
list_left() {
  list_own "$1"
  [[ -n ${pb_with[$1]-} && -n ${pb_given_number[node/${pb_with[$1]}]-} ]] || return 0
  instance_folder node "${pb_with[$1]}" "${pb_given_number[node/${pb_with[$1]}]}"
  read_file "$pb_folder/run" && keep_instances is_made_in "${pb_kinds[$1]}" "${pb_entities[$1]}" "$pb_content"
}

# seed_part FOLDER: of a run, what stands for each entity that the part works on, and what is yet to be made.
seed_part() {
  local index file
  [[ -n $pb_partial ]] || return 0
  for ((index = 0; index < pb_activity_count; index++)); do
    if [[ -n ${pb_loops[$index]-}${pb_selects[$index]-} || ${pb_kinds[$index]} == service ]] || ! has_wanted "$index"; then continue; fi
    escape_name "${pb_entities[$index]}"
    file=$1/context/${pb_kinds[$index]}s/$pb_escaped
    own_key "$index"
    if [[ -n ${pb_new[$pb_key]-} ]]; then
      empty_file "$file%new"
    else
      list_own "$index"
      write_file "$file${pb_indexes[$index]:+%[${pb_indexes[$index]}]}" "${pb_numbers[0]}"
    fi
  done
  seed_choice "$1"
}

# seed_choice FOLDER: what was made together with a given instance goes with it.
seed_choice() {
  local index
  for index in ${pb_with[@]+"${!pb_with[@]}"}; do
    read_given node "${pb_with[$index]}" || continue
    instance_folder node "${pb_with[$index]}" "$pb_content"
    escape_name "${pb_with[$index]}"
    read_file "$pb_folder/run" && write_file "$1/chosen/$pb_escaped" "$pb_content"
  done
}
