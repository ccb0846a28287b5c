# --- status: the runs, and what is there; for people, or as one JSON object -------------------------------------------

show_status() {
  if [[ -n $pb_as_json ]]; then
    answer_status
    return
  fi
  local path kind state entity
  find_last_run || { printf 'No runs in %s.\n' "$pb_state"; return; }
  read_run_facts
  escape_line "$pb_run_plan"
  printf 'run %s (%s): %s' "$pb_run" "$pb_escaped" "$pb_run_state"
  if is_unfinished; then printf ', %d steps done, %d failed, %d left' "$pb_run_done" "${#pb_run_failed[@]}" "$pb_run_left"; fi
  printf '\n'
  if [[ -n $pb_damaged_line ]]; then printf '  damaged: line %s of its journal\n' "$pb_damaged_line"; fi
  if ((${#pb_run_failed[@]} > 0)); then printf '  failed: %s\n' "${pb_run_failed[@]}"; fi
  if ((${#pb_run_handled[@]} > 0)); then printf '  failed, and the plan went on: %s\n' "${pb_run_handled[@]}"; fi
  if ((pb_run_not_taken > 0)); then printf '  not taken: %s\n' "$(count_of "$pb_run_not_taken" activity activities)"; fi
  for kind in node relationship; do
    for path in "$pb_state/instances/${kind}s"/*/[1-9]*; do
      read_state "$path" || continue
      escape_line "$pb_content"
      state=$pb_escaped entity=${path%/*}
      full_name "${entity##*/}"
      printf '%s %s/%s: %s\n' "$kind" "$pb_escaped" "${path##*/}" "$state"
    done
  done
}

# Of the run in pb_run_folder: sets pb_run_plan, pb_run_state, pb_run_done, pb_run_failed (ids, in one line each), pb_run_handled
# (likewise, of activities that the plan went on from), pb_run_not_taken (activities) and pb_run_left. A step that runs once per instance counts once for each that it was done for; what is left of it is known
# for this plan only, others count it as one.
read_run_facts() {
  local stem id out key
  local -A ids=() failed=()
  read_run_state
  read_journal
  read -r pb_run_plan <"$pb_run_folder/plan"
  pb_run_done=0 pb_run_left=0 pb_run_not_taken=0 pb_run_failed=() pb_run_handled=()
  while IFS=$'\t' read -r stem id out; do
    [[ $out != - ]] || continue
    ids[$stem]=${id:-$stem} # runs of older versions have no ids
    [[ -n ${pb_recorded[$stem]-}${pb_handled[$stem]-} ]] || pb_run_left=$((pb_run_left + 1))
  done <"$pb_run_folder/steps"
  for stem in ${pb_recorded[@]+"${!pb_recorded[@]}"}; do
    # shellcheck disable=SC2086 # numbers
    set -- ${pb_recorded[$stem]}
    pb_run_done=$((pb_run_done + $#))
  done
  read_failed
  for key in ${failed[@]+"${!failed[@]}"}; do
    [[ -n ${failed[$key]} ]] || continue
    id=${ids[${key% *}]-${key% *}}
    [[ $key == *' -' ]] || id+=" of instance ${key##* }"
    if [[ -n ${pb_handled[${key% *}]-} ]]; then
      pb_run_handled+=("$id")
      continue
    fi
    pb_run_failed+=("$id")
    if [[ -z ${pb_recorded[${key% *}]-} ]]; then pb_run_left=$((pb_run_left - 1)); fi
  done
  if [[ $pb_run_state == finished || $pb_run_state == taken-back ]]; then pb_run_left=0; fi
  if is_unfinished; then count_rest; fi
}

# Sets the caller's failed: STEP INSTANCE of what failed and was not done since; and pb_run_not_taken.
read_failed() {
  local word stem instance
  while IFS=$'\t' read -r word stem instance _; do
    case $word in
      failed) failed["$stem $instance"]=1 ;;
      'done' | skipped) failed["$stem $instance"]='' ;;
      not-taken) if is_number "$stem"; then pb_run_not_taken=$stem; fi ;;
    esac
  done <"$pb_run_folder/journal"
}

# What is left of an unfinished run of this very plan, also for each instance.
count_rest() {
  local name digest
  { read -r name && read -r digest; } <"$pb_run_folder/plan"
  digest_plan
  [[ $name == "$pb_name" && $digest == "$pb_script_digest" && $pb_run_state == unfinished ]] || return 0
  restore_part
  restore_given
  pb_resumed=1
  if has_branches; then
    judge_run
    pb_run_not_taken=$pb_not_taken
  fi
  count_steps
  pb_run_left=$((pb_total - pb_done - ${#pb_run_failed[@]}))
}

# {"service": NAME, "models": [...], "runs": [...], "instances": [...]}; templates/README.md says what is in them.
answer_status() {
  local last run pb_separator=''
  find_last_run || :
  last=$pb_run
  printf '{"service":'
  if any_instance && read_service; then
    quote_json "$pb_known_service"
    printf '%s,"models":' "$pb_quoted"
    answer_list ${pb_known_models[@]+"${pb_known_models[@]}"}
  else
    printf 'null,"models":[]'
  fi
  printf ',"runs":['
  for ((run = 1; run <= last; run++)); do
    pb_run=$run pb_run_folder=$pb_state/runs/$run
    [[ -d $pb_run_folder ]] || continue
    answer_run
  done
  printf '],"instances":['
  pb_separator=''
  answer_instances node
  answer_instances relationship
  printf ']}\n'
}

# Adds to the caller's list.
answer_run() {
  local how what
  read_run_facts
  { read -r how && IFS= read -r -d '' what; } <"$pb_run_folder/part" || :
  quote_json "$pb_run_plan"
  printf '%s{"run":%s,"plan":%s,"state":"%s"' "$pb_separator" "$pb_run" "$pb_quoted" "$pb_run_state"
  pb_separator=,
  if [[ -n $how ]]; then
    quote_json "${what%$'\n'}"
    printf ',"part":{"%s":%s}' "$how" "$pb_quoted"
  fi
  printf ',"steps":{"done":%d,"failed":' "$pb_run_done"
  answer_list ${pb_run_failed[@]+"${pb_run_failed[@]}"}
  if ((${#pb_run_handled[@]} > 0)); then
    printf ',"handled":'
    answer_list "${pb_run_handled[@]}"
  fi
  if ((pb_run_not_taken > 0)); then printf ',"not_taken":%d' "$pb_run_not_taken"; fi
  printf ',"left":%d}}' "$pb_run_left"
}

# answer_instances KIND: adds to the caller's list, oldest first.
answer_instances() {
  local path number
  for path in "$pb_state/instances/${1}s"/*; do
    unescape_name "${path##*/}"
    list_instances "$1" "$pb_unescaped"
    for number in ${pb_numbers[@]+"${pb_numbers[@]}"}; do answer_one "$1" "$pb_unescaped" "$path/$number"; done
  done
}

# answer_one KIND ID FOLDER
answer_one() {
  local folder=$3
  quote_json "$2"
  printf '%s{"kind":"%s","id":%s,"number":%s' "$pb_separator" "$1" "$pb_quoted" "${3##*/}"
  pb_separator=,
  if read_number "$folder/index"; then printf ',"index":%s' "$pb_content"; fi
  read_state "$folder" || :
  quote_json "$pb_content"
  printf ',"state":%s' "$pb_quoted"
  read_number "$folder/run" && printf ',"run":%s' "$pb_content"
  if read_file "$folder/source"; then
    quote_json "$pb_content"
    printf ',"source":%s,"targets":' "$pb_quoted"
    read_file "$folder/target" && mapfile -t pb_lines <<<"$pb_content" && answer_list "${pb_lines[@]}"
  fi
  printf ',"properties":'
  answer_masked "$folder/property."
  printf ',"attributes":'
  answer_masked "$folder/attribute."
  printf '}'
}

# answer_masked PREFIX: as answer_files, with *** for secrets. Of what an older version made, nobody knows which values are
# secret: all.
answer_masked() {
  local path separator=''
  printf '{'
  for path in "$1"*; do
    [[ -f $path ]] || continue
    if [[ $path == *%secret || ! -f ${1%/*}/model ]]; then pb_content='***'; else read_file "$path"; fi
    path=${path%'%secret'}
    unescape_name "${path#"$1"}"
    answer_member "$pb_unescaped" "$pb_content"
  done
  printf '}'
}
