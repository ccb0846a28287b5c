# --- the guard: what must hold when a run begins -----------------------------------------------------------------------

pb_guards=() # FUNCTION WORDS KIND ID, four by four

# guard FUNCTION WORDS [KIND ID]: the function succeeds if it holds. It is asked for each instance of the entity; what else it reads is
# what surrounded that instance when it was made. An entity that has no instance is in the state `initial`, and has nothing else.
guard() { pb_guards+=("$1" "$2" "${3-}" "${4-}"); }

refuse_guard() {
  local next said
  [[ -z $pb_healed ]] || return 0
  for ((next = 0; next < ${#pb_guards[@]}; next += 4)); do
    said=$(ask_guard "${pb_guards[next]}" "${pb_guards[@]:next + 2:2}") && continue
    die 3 "this plan does not run now: it asks for ${pb_guards[next + 1]}, which does not hold${said:+ ($said)}"
  done
}

# ask_guard FUNCTION KIND ID: says where, or why, it does not hold. In a process of its own: nothing of the run is there yet.
ask_guard() {
  local number
  pb_lenient=1 pb_before_run=1 pb_run_folder=$pb_state/runs/.none
  pb_numbers=()
  if [[ -n $2 && $2 != service ]]; then list_instances "$2" "$3"; fi
  ((${#pb_numbers[@]} > 0)) || pb_numbers=('')
  for number in "${pb_numbers[@]}"; do
    pb_entity_kind='' pb_entity='' pb_broken='' pb_value='' pb_outer=()
    if [[ -n $number ]]; then
      pb_entity_kind=$2 pb_entity=$3
      enter_round "$number"
    fi
    if "$1" && [[ -z $pb_broken ]]; then continue; fi
    printf '%s' "${pb_broken:-${number:+$2 $3/$number}}"
    return 1
  done
}

# For --help.
show_guards() {
  local next
  ((${#pb_guards[@]} > 0)) || return 0
  printf '\nRuns only if:\n'
  for ((next = 1; next < ${#pb_guards[@]}; next += 4)); do
    escape_controls "${pb_guards[next]}"
    printf '  %s\n' "$pb_escaped"
  done
}
