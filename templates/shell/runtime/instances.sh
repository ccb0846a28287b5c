# --- instances: what the service consists of ---------------------------------------------------------------------

# instance_folder KIND ID NUMBER: sets pb_folder. The service itself has no instance data beyond its run.
instance_folder() {
  if [[ $1 == service ]]; then
    pb_folder=$pb_run_folder/service
  else
    escape_name "$2"
    pb_folder=$pb_state/instances/${1}s/$pb_escaped/$3
  fi
}

# outputs_of INTERFACE OPERATION: sets pb_prefix, how the names of files with its outputs begin.
outputs_of() {
  escape_word "$1"
  pb_prefix=output.$pb_escaped
  escape_word "$2"
  pb_prefix+=.$pb_escaped
}

# escape_word TEXT: sets pb_escaped, without dots.
escape_word() {
  escape_name "$1"
  pb_escaped=${pb_escaped//./%2E}
  if ((${#pb_escaped} > pb_longest_part)); then shorten_name "$1"; fi
}

# value_file PREFIX NAME: sets pb_file, what the file with this value of an instance is called.
value_file() {
  escape_name "$2" $((pb_longest_name + 9 - ${#1}))
  pb_file=$1.$pb_escaped
}

# list_instances KIND ID: sets pb_numbers, oldest first.
list_instances() {
  local path number
  pb_numbers=()
  escape_name "$2"
  for path in "$pb_state/instances/${1}s/$pb_escaped"/*; do
    number=${path##*/}
    if is_number "$number" && [[ -s $path/run ]]; then pb_numbers[number]=$number; fi
  done
  pb_numbers=(${pb_numbers[@]+"${pb_numbers[@]}"})
}

# list_rounds KIND ENTITY LOOPS WITH: sets pb_numbers, the instances that an activity's steps run for; one without a number
# if it does not loop.
list_rounds() {
  pb_numbers=('')
  [[ -n $3 ]] || return 0
  list_instances "$1" "$2"
  if [[ -n $pb_has_given ]]; then keep_instances is_given "$1" "$2"; fi
  if [[ $3 == finds && ${#pb_numbers[@]} == 0 ]]; then
    number_in_run "$1" "$2"
    pb_numbers=("$pb_number")
  fi
  [[ -n $4 ]] || return 0
  local chosen index=''
  escape_name "$4"
  if ! read_file "$pb_run_folder/chosen/$pb_escaped"; then
    pb_numbers=(1) # nothing is chosen yet; it will be one of each, mostly
    return 0
  fi
  chosen=$pb_content
  if read_file "$pb_run_folder/chosen/$pb_escaped%index"; then index=$pb_content; fi
  keep_instances is_made_in "$1" "$2" "$chosen" "$index"
}

# keep_instances QUESTION KIND ID [MORE]: of pb_numbers those for which QUESTION KIND ID NUMBER [MORE] holds.
keep_instances() {
  local question=$1 kind=$2 id=$3 number kept=()
  shift 3
  for number in ${pb_numbers[@]+"${pb_numbers[@]}"}; do
    if "$question" "$kind" "$id" "$number" "$@"; then kept+=("$number"); fi
  done
  pb_numbers=(${kept[@]+"${kept[@]}"})
}

# is_made_in KIND ID NUMBER RUN [INDEX]: of several representations that the run made, the one that is meant; no index means all.
is_made_in() {
  instance_folder "$1" "$2" "$3"
  read_file "$pb_folder/run" && [[ $pb_content == "$4" ]] || return 1
  [[ -z ${5-} ]] || ! read_file "$pb_folder/index" || [[ $pb_content == "$5" ]]
}

declare -A pb_given_number=() # KIND/ID -> the instance that the user chose; workers have the files of the run only
pb_has_given=''

# read_given KIND ID: sets pb_content.
read_given() {
  pb_content=${pb_given_number[$1/$2]-}
  [[ -z $pb_content && -n $pb_run_folder ]] || { [[ -n $pb_content ]]; return; }
  escape_name "$2"
  read_file "$pb_run_folder/given/${1}s/$pb_escaped"
}

# is_given KIND ID NUMBER: the user chose it, or none of that entity; of a relationship also: or none of the nodes at its ends.
is_given() {
  local end line kept
  if read_given "$1" "$2"; then
    [[ $pb_content == "$3" ]]
    return
  fi
  [[ $1 == relationship ]] || return 0
  instance_folder "$1" "$2" "$3"
  for end in "$pb_folder/source" "$pb_folder/target"; do
    [[ -f $end ]] || continue
    kept=''
    while IFS= read -r line || [[ -n $line ]]; do
      if ! read_given node "${line%/*}" || [[ $pb_content == "${line##*/}" ]]; then kept=1; fi
    done <"$end"
    [[ -n $kept ]] || return 1
  done
}

# has_index KIND ID NUMBER INDEX
has_index() {
  instance_folder "$1" "$2" "$3"
  read_file "$pb_folder/index" || pb_content=''
  [[ $pb_content == "$4" ]]
}

# own_index: sets pb_content to the index of the instance that the activity works on. Plans that scale out have no indexes: what
# they make comes behind what is there.
own_index() {
  local path highest=-1
  pb_content=$pb_index
  [[ -z $pb_index ]] || return 0
  if [[ -n $pb_own ]]; then
    read_file "$pb_own/index"
    return
  fi
  escape_name "$pb_entity"
  for path in "$pb_state/instances/${pb_entity_kind}s/$pb_escaped"/[1-9]*; do
    if [[ -s $path/run ]] && ! is_made_here "$path/run" && read_number "$path/index" && ((pb_content > highest)); then highest=$pb_content; fi
  done
  pb_content=$((highest + 1))
  ((highest >= 0))
}

# is_made_here FILE: which says the run that made an instance.
is_made_here() { read_file "$1" && [[ $pb_content == "$pb_run" ]]; }

# newest_instance KIND ID: sets pb_newest, the highest number; 0 when there is none.
newest_instance() {
  local path
  pb_newest=0
  escape_name "$2"
  for path in "$pb_state/instances/${1}s/$pb_escaped"/[1-9]*; do
    if [[ -s $path/run ]] && is_number "${path##*/}" && ((${path##*/} > pb_newest)); then pb_newest=${path##*/}; fi
  done
}

# read_state FOLDER: sets pb_content.
read_state() {
  [[ -s $1/run ]] || return 1
  read_file "$1/state" || pb_content=initial
}

# find_instance KIND[:INDEX] ID: sets pb_found, the number of the instance that stands for the entity, or for that
# representation of it. While a step runs for one instance of many, what surrounds that instance is what surrounded it
# in the run that made it. When only a part of the plan runs, what the rest would have made or chosen is the newest.
find_instance() {
  if [[ -n $pb_own && $2 == "$pb_entity" && ($1 == "$pb_entity_kind" || $1 == "$pb_entity_kind:own") ]]; then
    pb_found=$pb_own_number
    return
  fi
  local kind=${1%%:*} which='' file
  pb_found=''
  if [[ $kind == service ]]; then
    pb_found=1
    return
  fi
  if [[ $1 == *:own || ($1 != *:* && $kind/$2 == "$pb_entity_kind/$pb_entity") ]]; then
    which=$pb_index
  elif [[ $1 == *:* ]]; then
    which=${1#*:}
  fi
  if [[ -n $pb_loop_instance && $kind/$2 == "$pb_entity_kind/$pb_entity" && $which == "$pb_index" ]]; then
    pb_found=$pb_loop_instance
    return
  fi
  escape_name "$2"
  file=context/${kind}s/$pb_escaped
  if [[ -n $pb_loop_run ]] && read_context "$pb_state/runs/$pb_loop_run/$file" "$which"; then
    pb_found=$pb_content
  elif read_context "$pb_run_folder/$file" "$which"; then
    pb_found=$pb_content
  elif [[ -n $pb_loop_run ]]; then
    find_only_instance "$kind" "$2"
  elif [[ -n $pb_partial ]]; then
    find_around "$kind" "$2" "$which"
  else
    return 1
  fi
}

# find_around KIND ID INDEX: what the rest of the plan would have made or chosen: what surrounded the instance that the activity
# works on when that was made, else the newest.
find_around() {
  local file own=''
  escape_name "$2"
  file=context/${1}s/$pb_escaped
  if [[ -e $pb_run_folder/$file%new ]]; then return 1; fi # this run is going to make it
  if [[ -n $pb_entity && $pb_entity_kind != service ]]; then
    escape_name "$pb_entity"
    if read_context "$pb_run_folder/context/${pb_entity_kind}s/$pb_escaped" "$pb_index"; then own=$pb_content; fi
  fi
  if [[ -n $own ]]; then
    instance_folder "$pb_entity_kind" "$pb_entity" "$own"
    if read_file "$pb_folder/run" && read_context "$pb_state/runs/$pb_content/$file" "$3"; then
      pb_found=$pb_content
      return
    fi
  fi
  newest_instance "$1" "$2"
  pb_found=$pb_newest
  ((pb_found > 0))
}

# read_context FILE INDEX: an instance that was selected stands for all representations.
read_context() {
  [[ -n $2 ]] && read_file "$1%[$2]" && return
  read_file "$1"
}

# That run had no need of it; if there is one only, there is no doubt.
find_only_instance() {
  list_instances "$1" "$2"
  ((${#pb_numbers[@]} == 1)) || return 1
  pb_found=${pb_numbers[0]}
}

# stand_for KIND ID NUMBER [INDEX]: from now on, in this run, this instance is meant.
stand_for() {
  escape_name "$2"
  write_file "$pb_run_folder/context/${1}s/$pb_escaped${4:+%[$4]}" "$3"
}

# number_in_run KIND ID [INDEX]: sets pb_number, that of the instance which this run makes of the entity: behind those of
# earlier runs, and by the index, since the others may be made at the same time.
number_in_run() {
  local path above known
  escape_name "$2"
  above=$pb_state/instances/${1}s/$pb_escaped
  known=$pb_run_folder/context/${1}s/$pb_escaped%first
  # Another may be writing the same number there at this moment.
  if [[ -n ${3-} && -s $known ]] && read_number "$known"; then
    pb_number=$((pb_content + $3))
    return
  fi
  pb_number=1
  for path in "$above"/[1-9]*; do
    if [[ -s $path/run ]] && is_number "${path##*/}" && ((${path##*/} >= pb_number)) && read_file "$path/run" && [[ $pb_content != "$pb_run" ]]; then
      pb_number=$((${path##*/} + 1))
    fi
  done
  if [[ -n ${3-} ]]; then write_file "$known" "$pb_number"; fi
  pb_number=$((pb_number + ${3:-0}))
}
