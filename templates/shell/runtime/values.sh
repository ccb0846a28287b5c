# --- values: each call appends to the value that is being built --------------------------------------------------

pb_value='' pb_left=''
pb_outer=() # the values around it, while a part of them is being built
pb_shown='' # set in dry runs: values that only a run knows are shown by name
pb_before_run='' # set while the guard is asked (see guard.sh)

declare -A pb_input_value=() pb_input_secret=()

value_text() { pb_value+=$1; }

value_input() {
  if [[ -n $pb_shown && -n ${pb_input_secret[:$1]-} ]]; then
    pb_value+='***'
  else
    read_input "$1"
    pb_value+=$pb_content pb_last_input=$1
  fi
}

# read_input NAME: sets pb_content. Workers have the files of the run only.
read_input() {
  pb_content=${pb_input_value[:$1]-}
  [[ -z $pb_content && -n $pb_run_folder ]] || return 0
  escape_name "$1"
  recall "$pb_run_folder/inputs/$pb_escaped" || :
}

# The index of the representation that the activity works on.
value_index() {
  if own_index; then
    pb_value+=$pb_content
  elif [[ -n $pb_shown ]]; then
    pb_value+='<index>'
  else
    fail "$pb_entity_kind $pb_entity: this instance has no index"
  fi
}

# value_property KIND[:INDEX] ID NAME [PATH...]: INDEX says which representation, `own` is that of the activity.
value_property() { append_stored property "$@"; }
value_attribute() { append_stored attribute "$@"; }

# value_output KIND ID INTERFACE OPERATION NAME
value_output() {
  outputs_of "$3" "$4"
  append_stored "$pb_prefix" "$1" "$2" "$5"
}

# A part of a value: value_open, calls that build it, then one of value_token, value_json, value_join.
value_open() {
  pb_outer+=("$pb_value")
  pb_value=''
}

close_value() {
  local last=$((${#pb_outer[@]} - 1))
  pb_value=${pb_outer[last]}$1
  unset "pb_outer[last]"
}

# value_token CHARACTERS INDEX: the part between separators; counted from 0.
value_token() {
  local rest=$pb_value index
  [[ -z $pb_shown ]] || { close_value "$pb_value"; return; }
  for ((index = 0; index < $2; index++)); do
    [[ $rest == *["$1"]* ]] || { fail "token: there is no part $2 between '$1'"; break; }
    rest=${rest#*["$1"]}
  done
  close_value "${rest%%["$1"]*}"
}

value_json() {
  quote_json "$pb_value"
  close_value "$pb_quoted"
}

# value_join DELIMITER: the items of a JSON list.
value_join() {
  [[ -z $pb_shown ]] || { close_value "$pb_value"; return; }
  read_json join "$1" || fail "join: the value is no JSON list"
  close_value "$pb_content"
}

take_value() {
  pb_taken=$pb_value
  pb_value=''
}

# The value that was just built is what the next one is compared with.
take_left() {
  take_value
  pb_left=$pb_taken
}

# compare_values equal | gt | ge | lt | le: pb_left with what was taken last; numbers as numbers.
compare_values() {
  local first
  if [[ $pb_left == "$pb_taken" ]]; then
    [[ $1 == equal || $1 == ge || $1 == le ]]
    return
  fi
  [[ $pb_left =~ ^-?[0-9]+(\.[0-9]+)?$ && $pb_taken =~ ^-?[0-9]+(\.[0-9]+)?$ ]] || {
    case $1 in
      gt | ge) [[ $pb_left > $pb_taken ]] ;;
      lt | le) [[ $pb_left < $pb_taken ]] ;;
      *) false ;;
    esac
    return
  }
  read -r first < <(printf '%s\n' "$pb_left" "$pb_taken" | sort -g)
  case $1 in
    gt | ge) [[ $first == "$pb_taken" ]] ;;
    lt | le) [[ $first == "$pb_left" ]] ;;
    *) false ;; # 1 and 1.0 are written differently, and differ
  esac
}

# append_stored PREFIX KIND ID NAME [PATH...]: of the instance that stands for the entity in this run.
append_stored() {
  local prefix=$1 kind=$2 id=$3 name=$4
  shift 4
  if [[ -n $pb_shown ]]; then
    [[ $kind == *:* && $kind != *:own ]] && id+="[${kind#*:}]"
    pb_value+="<$id $prefix $name${*:+ $*}>"
    return
  fi
  read_stored "$prefix" "$kind" "$id" "$name" || return
  if (($# > 0)); then
    local whole=$pb_content outer=$pb_value
    pb_value=$whole
    read_json get "$@" || fail "$kind $id: nothing at '$*' in $name"
    pb_value=$outer
  fi
  pb_value+=$pb_content
}

# read_stored PREFIX KIND ID NAME: sets pb_content. Every property is an attribute too. What is outside of the plan may be
# read when there is no doubt which instance is meant.
read_stored() {
  local prefix=$1 kind=$2 id=$3 name=$4 of="${2%%:*} $3"
  if [[ $kind == *:[0-9]* ]]; then of+="[${kind#*:}]"; fi
  if ! find_instance "$kind" "$id" && ! find_only_instance "${kind%%:*}" "$id"; then
    # Its own properties are there before the instance is.
    if [[ ${kind%%:*}/$id == "$pb_entity_kind/$pb_entity" && -n ${pb_properties[:$name]+set} ]]; then
      pb_content=${pb_properties[:$name]}
      return
    fi
    if [[ -n $pb_before_run && $prefix.$name == attribute.state ]] && newest_instance "${kind%%:*}" "$id" && ((pb_newest == 0)); then
      pb_content=initial
      return
    fi
    fail "$of has no instance in this run"
    return 1
  fi
  instance_folder "${kind%%:*}" "$id" "$pb_found"
  recall_value "$prefix" "$name" && return
  [[ $prefix == attribute ]] && recall_value property "$name" && return
  [[ $prefix.$name == attribute.state ]] && read_state "$pb_folder" && return
  if [[ ! -s $pb_folder/run ]]; then fail "$of: its instance $pb_found is gone"; return 1; fi
  case $prefix in
    property) fail "$of has no property '$name'" ;;
    attribute) fail "$of has no attribute '$name' yet" ;;
    *) fail "$of: ${prefix#output.} gave no output '$name'" ;;
  esac
  return 1
}

# recall_value PREFIX NAME: sets pb_content, of the instance in pb_folder.
recall_value() {
  value_file "$@"
  recall "$pb_folder/$pb_file"
}
