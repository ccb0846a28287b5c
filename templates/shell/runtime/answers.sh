# --- what a step gave, as one JSON object, for those who called it ------------------------------------------------------

# answer_outputs: {"outputs": {NAME: VALUE...}} of the run.
answer_outputs() {
  printf '{"outputs":'
  answer_files "$pb_run_folder/outputs/"
  printf '}\n'
}

# answer_step STEP INSTANCE: of the instance that its activity works on its number, properties and attributes, if it is there; the
# outputs of the operation; and which attributes, of whatever entity, they became.
answer_step() {
  (
    pb_lenient=1 pb_separator=''
    if [[ -n $2 ]]; then enter_round "$2"; fi
    printf '{'
    if find_instance "$pb_entity_kind" "$pb_entity" && [[ $pb_entity_kind != service ]]; then answer_instance "$pb_found"; fi
    ask_step "$1"
    printf '}\n'
  )
}

answer_instance() {
  instance_folder "$pb_entity_kind" "$pb_entity" "$1"
  local folder=$pb_folder
  [[ -s $folder/run ]] || return 0
  printf '"instance":"%s","properties":' "$1"
  answer_files "$folder/property."
  printf ',"attributes":'
  if [[ ! -e $folder/attribute.state ]] && read_state "$folder"; then
    answer_files "$folder/attribute." state "$pb_content"
  else
    answer_files "$folder/attribute."
  fi
  pb_separator=,
}

# What it called was noted. Of a step that another process ran, it is known by letting its function tell, as in a dry run.
ask_step() {
  local words=() word noted=$pb_run_folder/scratch/${pb_stems[$1]}${pb_loop_instance:+.$pb_loop_instance}.call
  if [[ -f $noted ]]; then
    while IFS= read -r -d '' word; do words+=("$word"); done <"$noted"
    pb_mapped=("${words[@]:2}")
    answer_operation "${words[@]:0:2}"
    return
  fi
  [[ -z ${pb_brought[$1]-} ]] || return 0
  # shellcheck disable=SC2317 # called by what the plan calls
  {
    show_line() { :; }
    show_record() { :; }
    show_invoke() { answer_operation "$1" "$2"; }
    show_delegate() { answer_operation delegate "$1"; }
  }
  pb_shown=1
  "step_${pb_stems[$1]}"
}

# answer_operation INTERFACE OPERATION
answer_operation() {
  local index separator=''
  pb_shown=''
  find_instance "$pb_entity_kind" "$pb_entity" || return 0
  outputs_of "$1" "$2"
  instance_folder "$pb_entity_kind" "$pb_entity" "$pb_found"
  printf '%s"outputs":' "$pb_separator"
  answer_files "$pb_folder/$pb_prefix."
  printf ',"mapped":['
  for ((index = 0; index < ${#pb_mapped[@]}; index += 5)); do
    find_instance "${pb_mapped[index + 1]}" "${pb_mapped[index + 2]}" || continue
    instance_folder "${pb_mapped[index + 1]%%:*}" "${pb_mapped[index + 2]}" "$pb_found"
    recall_value attribute "${pb_mapped[index + 3]}" || continue
    answer_attribute "${pb_mapped[index + 1]%%:*}" "${pb_mapped[index + 2]}" "${pb_mapped[index + 3]}" "$pb_content"
  done
  printf ']'
}

# answer_attribute KIND ID NAME VALUE: adds to the caller's list.
answer_attribute() {
  printf '%s' "$separator"
  answer_list "$@"
  separator=,
}

# answer_list TEXT...
answer_list() {
  local text separator=''
  printf '['
  for text; do
    quote_json "$text"
    printf '%s%s' "$separator" "$pb_quoted"
    separator=,
  done
  printf ']'
}

# answer_files PREFIX [NAME VALUE]: an object of the files whose paths begin so, by the rest of their names; NAME before them.
# Secrets are shown to engines, and to who asks for them.
answer_files() {
  local path separator=''
  printf '{'
  if (($# > 1)); then answer_member "$2" "$3"; fi
  for path in "$1"*; do
    read_shown "$path" || continue
    unescape_name "${pb_shown_path#"$1"}"
    answer_member "$pb_unescaped" "$pb_content"
  done
  printf '}'
}

# answer_member NAME VALUE: adds to the caller's object.
answer_member() {
  quote_json "$1"
  printf '%s%s' "$separator" "$pb_quoted"
  quote_json "$2"
  printf ':%s' "$pb_quoted"
  separator=,
}
