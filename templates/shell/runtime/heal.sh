# --- heal: one instance is brought back -------------------------------------------------------------------------------
#
# A run of the build plan in which other activities stand: those of one node and of the relationships that touch it. What each
# does is what the plan has for it: the inverses of its steps, the last first, then the steps again. By the recorded state of
# the instance:
#   the last one that the plan sets   `restart`: the last operation, with what follows it
#   any other, or with --recreate     `recreate`: all but the record
# An inverse may fail: it only makes room for what comes, and mostly there is nothing left to stop.

pb_healed='' # NODE/NUMBER while such a run is open
pb_recreate=''

# prepare_heal NODE[/NUMBER]
prepare_heal() {
  local node=$1 number='' level
  [[ $pb_kind == build ]] || die 2 "heal goes with the build plan of the service"
  if ! find_entity "$node" node && [[ $node == */* ]]; then node=${1%/*} number=${1##*/}; fi
  find_entity "$node" node || die 2 "this plan has no node '$1' (--list shows all)"
  list_instances node "$node"
  ((${#pb_numbers[@]} > 0)) || die 3 "node $node has no instance in $pb_state: build it"
  if [[ -z $number ]]; then
    ((${#pb_numbers[@]} == 1)) || die 3 "there are several instances of $node: say which one (${pb_numbers[*]/#/$node/})"
    number=${pb_numbers[0]}
  fi
  give_instance node "$node" "$number"
  level=restart
  list_steps node "$node" usual
  if [[ -n $pb_recreate ]] || ! is_at_end "$node" "$number"; then level=recreate; fi
  take_inputs_of "$node" "$number"
  become_heal "$node" "$number" "$level"
}

# restore_heal TEXT: NODE/NUMBER LEVEL, as the run was begun.
restore_heal() {
  local level=${1##* } instance=${1% *}
  pb_given_number[node/${instance%/*}]=${instance##*/}
  pb_has_given=1
  become_heal "${instance%/*}" "${instance##*/}" "$level"
}

# list_steps KIND ENTITY [usual]: sets pb_listed, those of all its activities, in order; `usual` leaves out what only a failure leads to.
list_steps() {
  local index step
  pb_listed=()
  for ((index = 0; index < pb_activity_count; index++)); do
    [[ ${pb_kinds[$index]} == "$1" && ${pb_entities[$index]} == "$2" ]] || continue
    if [[ -n ${3-} && -n ${pb_in_branch[$index]-} ]]; then continue; fi
    for ((step = pb_first[$index]; step < pb_first[$((index + 1))]; step++)); do pb_listed+=("$step"); done
  done
}

# is_at_end NODE NUMBER: its state is the last one that pb_listed sets.
is_at_end() {
  local step last=''
  for step in ${pb_listed[@]+"${pb_listed[@]}"}; do last=${pb_sets[$step]-$last}; done
  instance_folder node "$1" "$2"
  read_state "$pb_folder" && [[ -n $last && $pb_content == "$last" ]]
}

# take_inputs_of NODE NUMBER: what is not given is as it was when the instance was made.
take_inputs_of() {
  local name run
  instance_folder node "$1" "$2"
  read_file "$pb_folder/run" && run=$pb_content
  for name in ${pb_inputs[@]+"${pb_inputs[@]}"}; do
    escape_name "$name"
    if [[ -z ${pb_given[:$name]+set} ]] && read_file "$pb_state/runs/$run/inputs/$pb_escaped"; then pb_given[:$name]=$pb_content; fi
  done
}

# become_heal NODE NUMBER LEVEL: the tables of the plan get other rows. What runs once per instance finds those that are meant
# by what was given: the node's own, and of relationships those with an end there.
become_heal() {
  local index entity joined=() downs=()
  local -A facts=()
  pb_healed=$1/$2 pb_part="$1/$2 $3" pb_undo_on_failure=''
  find_entity "$1" node
  collect_rows "$pb_activity" "$3"
  tell_of_no_way_back "$1"
  for ((index = 0; index < pb_activity_count; index++)); do
    entity=${pb_entities[$index]}
    [[ -z ${facts[relationship/$entity]-} && $'\n'${pb_ends[$index]-}$'\n' == *$'\n'"$1"$'\n'* ]] || continue
    list_own "$index"
    ((${#pb_numbers[@]} > 0)) || continue
    collect_rows "$index" "$3"
    joined+=("$entity")
  done
  forget_plan
  for entity in ${joined[@]+"${joined[@]}"}; do
    add_rows down relationship "$entity"
    downs+=("$entity/heal-down")
  done
  add_rows down node "$1" ${downs[@]+"${downs[@]}"}
  add_rows up node "$1" "$1/heal-down"
  for entity in ${joined[@]+"${joined[@]}"}; do add_rows up relationship "$entity" "$1/heal-up"; done
  end_plan
}

# tell_of_no_way_back NODE: what cannot be taken back first is called on what is there. Plans of a model's own events are such.
tell_of_no_way_back() {
  local row again=''
  [[ -z ${pb_rows["down node/$1"]-} ]] || return 0
  for row in ${pb_rows["up node/$1"]-}; do
    if [[ ${pb_row_words[row]} != *' sets '* ]]; then again+=" ${pb_row_names[row]}"; fi
  done
  [[ -z $again ]] || say "The plan has no inverse of what it does for $1, so these are called again on what is there:$again. If one of them must not be called twice, take it back by hand first; or terminate the service and build it."
}

# Steps to come, before their tables are forgotten: down|up KIND/ENTITY -> numbers of rows; `state` -> what it is in between.
declare -A pb_rows=()
pb_row_names=() pb_row_functions=() pb_row_stems=() pb_row_words=()

# collect_rows ACTIVITY LEVEL: of its entity. Adds to the caller's facts what else is said of it.
collect_rows() {
  local kind=${pb_kinds[$1]} key=${pb_kinds[$1]}/${pb_entities[$1]} position step first=0
  facts[$key]="${pb_models[$1]:+model ${pb_models[$1]} }each${pb_on_failures[$1]:+ on-failure ${pb_on_failures[$1]}}"
  list_steps "$kind" "${pb_entities[$1]}" usual
  if [[ $kind/$2 == node/restart ]]; then find_last_operation; fi
  pb_rows["state $key"]=initial
  for ((position = 0; position < ${#pb_listed[@]}; position++)); do
    step=${pb_listed[position]}
    if ((position < first)); then pb_rows["state $key"]=${pb_sets[$step]-${pb_rows["state $key"]}}; fi
    if ((position < first)) || is_record "$step"; then continue; fi
    if [[ -n ${pb_undo[$step]-} ]]; then
      pb_rows["down $key"]="${#pb_row_names[@]} ${pb_rows["down $key"]-}"
      add_row "$step" "undo-${pb_step_ids[$step]##*/}" "${pb_undo[$step]}" ''
    elif [[ $kind/$2 == relationship/restart ]]; then
      continue # only what was taken away comes back
    fi
    pb_rows["up $key"]+=" ${#pb_row_names[@]}"
    add_row "$step" "${pb_step_ids[$step]##*/}" "step_${pb_stems[$step]}" \
      "${pb_delegates[$step]:+ delegated}${pb_brought[$step]:+ brought}${pb_sets[$step]:+ sets ${pb_sets[$step]}}"
  done
}

# add_row STEP NAME FUNCTION WORDS
add_row() {
  pb_row_stems+=("${pb_stems[$1]}")
  pb_row_names+=("$2")
  pb_row_functions+=("$3")
  pb_row_words+=("$4")
}

# Sets the caller's first: the position in pb_listed of what comes after the last state but one.
find_last_operation() {
  local position
  for ((position = ${#pb_listed[@]} - 1; position >= 0; position--)); do
    is_bookkeeping "${pb_listed[position]}" || break
  done
  while ((position > 0)) && ! is_bookkeeping "${pb_listed[position - 1]}"; do position=$((position - 1)); done
  first=$((position < 0 ? 0 : position))
}

is_bookkeeping() { is_record "$1" || [[ -n ${pb_sets[$1]-} ]]; }

forget_plan() {
  pb_activity_count=0 pb_step_count=0 pb_delegated=()
  pb_activities=() pb_step_ids=() pb_first=() pb_kinds=() pb_entities=() pb_loops=() pb_with=() pb_makes=() pb_indexes=()
  pb_on_failures=() pb_conditions=() pb_waiting_for=() pb_followers=() pb_before=() pb_models=() pb_ends=() pb_selects=()
  pb_activity_index=() pb_step_index=() pb_stems=() pb_undo=() pb_brought=() pb_removes=() pb_sets=() pb_delegates=()
  pb_own_retries=() pb_own_ends=()
  forget_branches
}

# add_rows down|up KIND ENTITY [BEFORE...]: an activity with the rows that were collected. Uses the caller's facts.
add_rows() {
  local direction=$1 key=$2/$3 id=$3/heal-$1 row function
  # shellcheck disable=SC2086 # words
  activity "$id" "$2" "$3" ${facts[$key]} ${4+after "${@:4}"}
  for row in ${pb_rows["$direction $key"]-}; do
    function=step_heal_${direction}_${pb_row_stems[row]}
    copy_function "${pb_row_functions[row]}" "$function" "$direction"
    # shellcheck disable=SC2086 # words
    step "$id/${pb_row_names[row]}" "$function" ${pb_row_words[row]}
  done
  [[ $direction/$2 == down/node ]] || return 0
  printf -v row '%q' "${pb_rows["state $key"]}"
  eval "step_heal_state() { set_state $row; }"
  step "$id/set-${pb_rows["state $key"]}" step_heal_state sets "${pb_rows["state $key"]}"
}

# copy_function OLD NEW down|up: on the way down it may fail.
copy_function() {
  local text
  text=$(declare -f "$1")
  if [[ $3 == down ]]; then text="{ pb_tolerated=1;${text#*\{}"; else text="{${text#*\{}"; fi
  eval "$2() $text"
}

# Who leads to what was healed may need the same.
list_neighbours() {
  local file line users=''
  for file in "$pb_state"/instances/relationships/*/[1-9]*/target; do
    [[ -f $file && -s ${file%target}run ]] || continue
    while IFS= read -r line || [[ -n $line ]]; do
      if [[ $line == "$pb_healed" ]] && read_file "${file%target}source"; then users+=" $pb_content"; fi
    done <"$file"
  done
  [[ -z $users ]] || say "These stand on it or use it, and may need the same:$users"
}
