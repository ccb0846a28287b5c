# --- what is needed to reach the machines that steps work on --------------------------------------------------------

pb_machines=() # nodes
pb_by_ssh='' pb_by_docker=''
pb_hint_container='' pb_hint_connection='' pb_hint_address=''

# machine NODE: steps of the plan work there.
machine() { pb_machines+=("$1"); }

# hint container | connection | address: the value that was just built, of a machine that the plan makes; the first counts.
hint() {
  take_value
  case $1 in
    container) pb_hint_container=${pb_hint_container:-$pb_taken} ;;
    connection) pb_hint_connection=${pb_hint_connection:-$pb_taken} ;;
    address) pb_hint_address=${pb_hint_address:-$pb_taken} ;;
  esac
}

# After the hints about one machine; it is judged as place.sh does when it is there.
end_hints() {
  if [[ -n $pb_hint_container ]]; then
    pb_by_docker=1
  elif [[ -n $pb_hint_address ]] && leads_elsewhere "$pb_hint_address" "$pb_hint_connection"; then
    pb_by_ssh=1
  fi
  pb_hint_container='' pb_hint_connection='' pb_hint_address=''
}

# Adds what reaching machines needs to pb_tools: those that the run will make, and those that are there.
need_machine_tools() {
  plan_machines
  look_at_machines "$pb_state"/instances/nodes/*/[1-9]*/reach
  if [[ -n $pb_by_ssh ]]; then pb_tools+=(ssh tar); fi
  if [[ -n $pb_by_docker ]]; then pb_tools+=(docker tar); fi
}

# look_at_machines FILE...: of instances that are not just like this machine. Mostly there are none.
look_at_machines() {
  local node file folder
  local -A works_at=()
  [[ -e ${1-} ]] || return 0
  for node in ${pb_machines[@]+"${pb_machines[@]}"}; do
    escape_name "$node"
    works_at[:$pb_escaped]=1
  done
  for file in "$@"; do
    folder=${file%/*} node=${file%/*/*}
    [[ -s $folder/run && -n ${works_at[:${node##*/}]-} ]] || continue
    if known_of "$folder" container_id ContainerID; then
      pb_by_docker=1
    elif is_elsewhere "$folder"; then
      pb_by_ssh=1
    fi
  done
  pb_address=''
}
