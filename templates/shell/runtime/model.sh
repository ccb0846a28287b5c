# --- the right plan for the right service ---------------------------------------------------------------------------
#
# The file `service` of the state directory has the name of the service, and a line with the digest of each model whose plans
# worked on it. A plan of another service is refused. So is one of another version of the model, unless all that it touches
# was made from the same version of its entity: each instance has a file `model`, each activity says the same of its entity.

pb_any_model='' # --allow-other-model
readonly pb_most_named=20

# Sets pb_known_service, pb_known_models; false if nobody kept them.
read_service() {
  local digest
  pb_known_models=()
  [[ -f $pb_state/service ]] || return 1
  {
    IFS= read -r pb_known_service
    while IFS= read -r digest; do pb_known_models+=("$digest"); done
  } <"$pb_state/service"
}

# Written by the run that makes the first instance. Who finds a service of which it is not known takes it for its own.
keep_service() {
  local lines
  escape_line "$pb_service"
  if any_instance && read_service; then
    [[ " ${pb_known_models[*]-} " != *" $pb_digest "* ]] || return 0
    read_file "$pb_state/service"
    lines=$pb_content
  else
    lines=$pb_escaped$'\n'
  fi
  write_file "$pb_state/service.new" "$lines$pb_digest"$'\n'
  mv -T -- "$pb_state/service.new" "$pb_state/service" || cannot_write "$pb_state/service"
}

refuse_other_model() {
  any_instance && read_service || return 0
  escape_line "$pb_service"
  [[ $pb_known_service == "$pb_escaped" ]] ||
    die 3 "the service in $pb_state is '$pb_known_service', and this is a plan of '$pb_service': use another --state"
  [[ -z $pb_any_model && "${pb_known_models[*]-}" != "$pb_digest" ]] || return 0
  compare_models
  ((${#pb_changed[@]} + ${#pb_unknown[@]} > 0)) || return 0
  say "This plan is of another version of the model: $pb_digest, not ${pb_known_models[*]-}."
  name_some "Not as they were made" ${pb_changed[@]+"${pb_changed[@]}"}
  name_some "There, but unknown to this plan" ${pb_unknown[@]+"${pb_unknown[@]}"}
  name_some "In this plan, but not there" ${pb_appeared[@]+"${pb_appeared[@]}"}
  die 3 "this plan does not fit the service in $pb_state: use the plans that it was made with, or --allow-other-model"
}

# name_some WORDS NAME...
name_some() {
  local words=$1
  shift
  (($# > 0)) || return 0
  if (($# > pb_most_named)); then
    say "$words: ${*:1:pb_most_named}, and $(($# - pb_most_named)) more"
  else
    say "$words: $*"
  fi
}

# Sets pb_changed, pb_unknown, pb_appeared: instances, entities that are there, entities of the plan.
compare_models() {
  local index key
  local -A seen=()
  pb_changed=() pb_unknown=() pb_appeared=()
  for ((index = 0; index < pb_activity_count; index++)); do
    key=${pb_kinds[$index]}/${pb_entities[$index]}
    if [[ -n ${seen[$key]-} || ${pb_kinds[$index]} == service ]] || ! has_wanted "$index"; then continue; fi
    seen[$key]=1
    compare_instances "$index"
  done
  if [[ -z $pb_partial$pb_healed && $pb_name == "$pb_kind" ]]; then find_unknown; fi # a plan about the whole service
}

# compare_instances ACTIVITY: those of its entity.
compare_instances() {
  local number
  list_instances "${pb_kinds[$1]}" "${pb_entities[$1]}"
  if ((${#pb_numbers[@]} == 0)); then pb_appeared+=("${pb_entities[$1]}"); fi
  for number in ${pb_numbers[@]+"${pb_numbers[@]}"}; do
    instance_folder "${pb_kinds[$1]}" "${pb_entities[$1]}" "$number"
    read_file "$pb_folder/model" || pb_content=unknown
    [[ $pb_content == "${pb_models[$1]-}" ]] || pb_changed+=("${pb_entities[$1]}/$number")
  done
}

# Uses the caller's seen.
find_unknown() {
  local kind path
  for kind in node relationship; do
    for path in "$pb_state/instances/${kind}s"/*/[1-9]*; do
      [[ -s $path/run ]] || continue
      path=${path%/*}
      unescape_name "${path##*/}"
      [[ -z ${seen[$kind/$pb_unescaped]-} ]] || continue
      seen[$kind/$pb_unescaped]=1
      pb_unknown+=("$pb_unescaped")
    done
  done
}
