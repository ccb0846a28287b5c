# --- steps that invoke an operation ------------------------------------------------------------------------------

pb_environment=() # NAME=VALUE of the operation's inputs
pb_mapped=()      # OUTPUT KIND ID ATTRIBUTE, four by four
pb_timeout=''
declare -A pb_secret=()

# argument NAME [secret]: the value that was just built is the operation's input. A NAME that is no identifier, or that
# would change how programs run (PATH, LD_PRELOAD, BASH_ENV...), is written INPUT_ and the name, with _HH for every
# byte that is no letter or digit: max-clients is INPUT_max_2Dclients.
argument() {
  take_value
  pb_environment+=("$1=$pb_taken")
  if [[ ${2-} == secret ]]; then pb_secret[:$1]=1; fi
}

# output_becomes OUTPUT KIND[:INDEX] ID ATTRIBUTE
output_becomes() { pb_mapped+=("$@"); }

time_limit() { pb_timeout=$1; }

# invoke INTERFACE OPERATION FILE
invoke() {
  local path=$pb_files/$3 status
  choose_command "$path"
  if [[ -n $pb_shown ]]; then
    show_invoke "$@"
    return
  fi
  [[ -f $path ]] || fail "the file $3 is not there (looked in $pb_files)"
  ((${#pb_command[@]} > 0)) || fail "$3 is not executable, and neither its name nor its first line say what runs it"
  own_instance
  prepare_environment "$1" "$2"
  run_program "${path%/*}"
  status=$?
  case $status in
    0) ;;
    124) [[ -n $pb_timeout ]] && fail "$3 took longer than $pb_timeout s and was stopped"; fail "$3: exit code 124" ;;
    *) fail "$3: exit code $status" ;;
  esac
  keep_outputs "$1" "$2"
}

# Sets pb_command: by the file's name, by its permissions, by its first line.
choose_command() {
  local file=./${1##*/} line
  case $1 in
    *.sh | *.bash) pb_command=(bash "$file") ;;
    *.py) pb_command=(python3 "$file") ;;
    *)
      pb_command=()
      if [[ -x $1 ]]; then
        pb_command=("$file")
      elif [[ -f $1 ]] && IFS= read -r line <"$1" && [[ $line == '#!'* ]]; then
        read -r -a pb_command <<<"${line#??}"
        pb_command+=("$file")
      fi
      ;;
  esac
  if [[ -n $pb_timeout ]]; then pb_command=(timeout -k 5 "$pb_timeout" ${pb_command[@]+"${pb_command[@]}"}); fi
}

# Adds what every step may know, and moves values that are too large for the environment to files.
prepare_environment() {
  local index entry name
  pb_scratch=$pb_run_folder/scratch/$pb_stem
  for ((index = 0; index < ${#pb_environment[@]}; index++)); do
    entry=${pb_environment[index]}
    ((${#entry} > pb_largest_variable)) || continue
    name=${entry%%=*}
    has_argument "${name}_FILE" && fail "the input $name is too large for the environment, and ${name}_FILE is taken"
    write_file "$pb_scratch.$name" "${entry#*=}"
    pb_environment[index]=${name}_FILE=$pb_scratch.$name
  done
  : >"$pb_scratch.outputs"
  pb_environment+=("PLANBUILDER_OUTPUTS=$pb_scratch.outputs" "PLANBUILDER_ENTITY=$pb_entity"
    "PLANBUILDER_INSTANCE=$pb_entity/$pb_found" "PLANBUILDER_INTERFACE=$1" "PLANBUILDER_OPERATION=$2")
  if [[ -n $pb_index ]]; then pb_environment+=("PLANBUILDER_INDEX=$pb_index"); fi
  case $pb_entity_kind in
    node) pb_environment+=("PLANBUILDER_NODE=$pb_entity") ;;
    relationship)
      pb_environment+=("PLANBUILDER_RELATIONSHIP=$pb_entity")
      if read_file "$pb_folder/source"; then pb_environment+=("PLANBUILDER_SOURCE=$pb_content"); fi
      if read_file "$pb_folder/target"; then pb_environment+=("PLANBUILDER_TARGET=$pb_content"); fi
      ;;
  esac
}

has_argument() {
  local entry
  for entry in "${pb_environment[@]}"; do [[ ${entry%%=*} == "$1" ]] && return; done
  return 1
}

# run_program FOLDER: in a process group of its own, so that all of it can be stopped.
run_program() {
  local status
  set -m
  launch "$1" "${pb_environment[@]}" -- "${pb_command[@]}" </dev/null >>"$pb_log" 2>&1 &
  pb_child=$!
  set +m
  wait "$pb_child"
  status=$?
  pb_child=''
  return "$status"
}

# launch FOLDER NAME=VALUE... -- COMMAND...: becomes the command. Inputs go through export and not through env, whose
# arguments others can see; from the first one on only positional parameters are used, since an input may have the
# name of any variable here (arrays alone are not exported; they are all named pb_*, which inputs never are).
launch() {
  trap - TERM EXIT
  cd -- "$1" || exit 126
  shift
  umask "$pb_umask"
  if [[ -n $pb_locale ]]; then LC_ALL=$pb_locale; else unset -v LC_ALL; fi
  # What a step leaves running must not hold locks.
  local descriptor
  for descriptor in $pb_lock $pb_events $pb_step_lock; do exec {descriptor}>&-; done
  while [ "$1" != -- ]; do
    export "${1?}"
    shift
  done
  shift
  exec "$@"
}

# keep_outputs INTERFACE OPERATION: the file has lines NAME=VALUE, and blocks NAME<<WORD ... WORD.
keep_outputs() {
  local folder instance=$pb_folder line name value
  outputs_folder "$1" "$2"
  folder=$instance/$pb_folder
  if [[ -d $folder ]]; then rm -rf -- "$folder"; fi
  while IFS= read -r line || [[ -n $line ]]; do
    [[ -n $line ]] || continue
    name=${line%%<<*}
    if [[ $line == ?*'<<'?* && $name != *=* ]]; then
      read_block "${line#*<<}"
    elif [[ $line == ?*=* ]]; then
      name=${line%%=*} value=${line#*=}
    else
      fail "cannot read the output line '$line': it is neither NAME=VALUE nor NAME<<WORD"
    fi
    [[ -d $folder ]] || mkdir -p -- "$folder" || fail "cannot write to $folder"
    escape_name "$name"
    write_file "$folder/$pb_escaped" "$value"
  done <"$pb_scratch.outputs"
  map_outputs "$folder"
}

# read_block WORD: sets the caller's value to the lines before WORD.
read_block() {
  local part first=1
  value=''
  while IFS= read -r part; do
    [[ $part == "$1" ]] && return
    if ((first)); then value=$part first=0; else value+=$'\n'$part; fi
  done
  fail "the output block that ends with '$1' has no end"
}

# map_outputs FOLDER: outputs that the model makes attributes.
map_outputs() {
  local index
  for ((index = 0; index < ${#pb_mapped[@]}; index += 4)); do
    escape_name "${pb_mapped[index]}"
    read_file "$1/$pb_escaped" || fail "the output '${pb_mapped[index]}' was not written to \$PLANBUILDER_OUTPUTS"
    local value=$pb_content
    find_instance "${pb_mapped[index + 1]}" "${pb_mapped[index + 2]}" ||
      fail "${pb_mapped[index + 1]} ${pb_mapped[index + 2]} has no instance in this run"
    instance_folder "${pb_mapped[index + 1]%%:*}" "${pb_mapped[index + 2]}" "$pb_found"
    escape_name "${pb_mapped[index + 3]}"
    write_file "$pb_folder/attributes/$pb_escaped" "$value"
  done
}
