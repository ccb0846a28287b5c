# --- instances that the user chooses: --instance -------------------------------------------------------------------

pb_instance_options=() # as they were written: ENTITY=NUMBER, or the number alone

# The entity of a number alone is that of the part of the plan that runs.
settle_given() {
  local option entity number
  for option in ${pb_instance_options[@]+"${pb_instance_options[@]}"}; do
    number=${option##*=} entity=${option%=*}
    need_number --instance "$number" 1
    if [[ $option != *=* ]]; then
      [[ -n $pb_partial ]] || die 2 "--instance $option: say of what, such as --instance ${pb_entities[0]-NODE}=$option"
      find_steps "$pb_part"
      entity=${pb_entities[$pb_activity]}
    fi
    find_entity "$entity" || die 2 "--instance $option: this plan has nothing to do with '$entity'"
    give_instance "$pb_found_kind" "$entity" "$number"
  done
}

# find_entity ID [KIND]: sets pb_found_kind and pb_activity, the first that works on it.
find_entity() {
  for ((pb_activity = 0; pb_activity < pb_activity_count; pb_activity++)); do
    [[ ${pb_entities[$pb_activity]} == "$1" && ${pb_kinds[$pb_activity]} == "${2:-${pb_kinds[$pb_activity]}}" ]] || continue
    pb_found_kind=${pb_kinds[$pb_activity]}
    return
  done
  return 1
}

# give_instance KIND ENTITY NUMBER
give_instance() {
  list_instances "$1" "$2"
  [[ " ${pb_numbers[*]-} " == *" $3 "* ]] || die 3 "$1 $2 has no instance $3 (there are: ${pb_numbers[*]-none})"
  pb_given_number[$1/$2]=$3
  pb_has_given=1
}

# Where a choice would be without effect, or leave half of something behind, it is no choice.
refuse_given() {
  local key index
  [[ -n $pb_has_given && -z $pb_partial$pb_healed ]] || return 0
  case $pb_kind in
    build | terminate) die 2 "--instance goes with --only, --from, plans of events and plans that scale" ;;
    scale-*)
      for key in "${!pb_given_number[@]}"; do
        for index in ${pb_selects[@]+"${!pb_selects[@]}"}; do
          [[ ${pb_kinds[$index]}/${pb_entities[$index]} != "$key" ]] || continue 2
        done
        die 2 "--instance: this plan selects no instance of ${key#*/}"
      done
      ;;
  esac
}

# save_given FOLDER: of a run.
save_given() {
  local key
  for key in ${pb_given_number[@]+"${!pb_given_number[@]}"}; do
    escape_name "${key#*/}"
    write_file "$1/given/${key%%/*}s/$pb_escaped" "${pb_given_number[$key]}"
  done
}

# What the run was begun with.
restore_given() {
  local path
  for path in "$pb_run_folder"/given/*/*; do
    if [[ -f $path ]]; then pb_has_given=1; fi
  done
}
