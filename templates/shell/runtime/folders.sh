# --- folders of instances: made before a run, swept away after it, since each mkdir or rm is a process of its own ----

# in_batches COMMAND...: with the paths in pb_paths as further arguments, as many at a time as a command line surely takes.
in_batches() {
  local path batch=() bytes=0
  for path in ${pb_paths[@]+"${pb_paths[@]}"}; do
    if ((bytes > 100000)); then
      "$@" -- "${batch[@]}" || return
      batch=() bytes=0
    fi
    batch+=("$path")
    bytes=$((bytes + ${#path} + 1))
  done
  ((bytes == 0)) || "$@" -- "${batch[@]}"
}

make_folders() {
  local index
  pb_paths=()
  for index in ${pb_makes[@]+"${!pb_makes[@]}"}; do
    newest_instance "${pb_kinds[$index]}" "${pb_entities[$index]}"
    instance_folder "${pb_kinds[$index]}" "${pb_entities[$index]}" $((pb_newest + 1 + ${pb_indexes[$index]:-0}))
    if [[ ! -d $pb_folder ]]; then pb_paths+=("$pb_folder"); fi
  done
  in_batches mkdir -p
}

# Folders of instances that are gone, or never came; while no step runs.
sweep_folders() {
  local path entities=() entity
  pb_paths=()
  for path in "$pb_state"/instances/*/*/[1-9]*; do
    if [[ -d $path && ! -s $path/run ]]; then
      pb_paths+=("$path")
      if [[ -d $pb_state/secrets ]]; then pb_paths+=("$pb_state/secrets/${path#"$pb_state/"}"); fi
      entity=${path%/*}
      if [[ ${entities[*]: -1} != "$entity" ]]; then entities+=("$entity"); fi
    fi
  done
  in_batches rm -rf
  pb_paths=(${entities[@]+"${entities[@]}"})
  in_batches rmdir --ignore-fail-on-non-empty
}

# --- what is there ------------------------------------------------------------------------------------------------

any_instance() {
  local path
  for path in "$pb_state"/instances/nodes/*/[1-9]* "$pb_state"/instances/relationships/*/[1-9]*; do
    if [[ -s $path/run ]]; then return 0; fi
  done
  return 1
}

# Something that this plan makes is there already.
any_built() {
  local index
  any_instance || return 1
  for index in ${pb_makes[@]+"${!pb_makes[@]}"}; do
    list_instances "${pb_kinds[$index]}" "${pb_entities[$index]}"
    if ((${#pb_numbers[@]} > 0)); then return 0; fi
  done
  return 1
}
