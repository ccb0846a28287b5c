# --- programs on other machines, and in containers -------------------------------------------------------------------

pb_connections='' # folder of shared connections
pb_parcel=''      # the folder over there, while a program runs in it

# run_elsewhere FILE: a folder with the file, what it needs and a script goes there; the script has the inputs, since
# arguments can be seen by others. What is needed there: sh, tar, and what runs the file.
run_elsewhere() {
  local parcel=$pb_scratch.parcel name=.planbuilder-$pb_run-$RANDOM$RANDOM$RANDOM
  command -v -- "${pb_there[0]}" >/dev/null || fail "${pb_there[0]} is needed to reach ${pb_address}"
  if [[ -d $parcel ]]; then rm -rf -- "$parcel"; fi
  mkdir -p -- "$parcel" || fail "cannot write to $parcel"
  write_run_script "$parcel" "$1"
  send_parcel "$parcel" "$name" "$1" || fail "cannot send $1 to $pb_address"
  pb_environment=() pb_command=("${pb_there[@]}" "cd $name && exec sh ./run")
  pb_parcel=$name
  run_program /
  if ((pb_status != 0)); then retry_program "$1" /; fi
  "${pb_there[@]}" "cat $name/outputs; rm -rf $name" </dev/null >"$pb_scratch.outputs" 2>>"$pb_log" ||
    fail "cannot fetch the outputs of $1 from $pb_address"
  pb_parcel=''
  rm -rf -- "$parcel"
}

# quote_sh TEXT: sets pb_quoted, one word for any shell.
quote_sh() { pb_quoted=\'${1//\'/\'\\\'\'}\'; }

# write_run_script FOLDER FILE
write_run_script() {
  local entry name value text=$'echo $$ >pid\n: >outputs\nexport PLANBUILDER_OUTPUTS="$PWD/outputs" PLANBUILDER_SENT="${PWD%/*}"\n' word
  for entry in "${pb_environment[@]}"; do
    name=${entry%%=*} value=${entry#*=}
    [[ $name != PLANBUILDER_OUTPUTS && $name != PLANBUILDER_SENT ]] || continue
    if [[ $name == *_FILE && $value == "$pb_scratch.value."* ]]; then
      mv -- "$value" "$1/${value##*/}" || cannot_write "$1"
      text+="export $name=\"\$PWD/${value##*/}\""$'\n'
    else
      quote_sh "$value"
      text+="export $name=$pb_quoted"$'\n'
    fi
  done
  quote_sh "./files/$2"
  text+="cd -- \"\$(dirname -- $pb_quoted)\" || exit"$'\nexec </dev/null'
  text+=$'\nexec'
  for word in "${pb_command[@]}"; do
    quote_sh "$word"
    text+=" $pb_quoted"
  done
  write_file "$1/run" "$text"$'\n'
}

# send_parcel FOLDER NAME FILE
send_parcel() {
  local file files=("./$3")
  for file in ${pb_dependencies[@]+"${pb_dependencies[@]}"}; do files+=("./$file"); done
  mkdir -- "$1/files" && (cd -- "$pb_files" && cp --parents -- "${files[@]}" "$1/files") 2>>"$pb_log" || return
  tar -C "$1" -cf - . | "${pb_there[@]}" "umask 077 && mkdir $2 && tar -C $2 -xf -" >>"$pb_log" 2>&1
}

# The program over there, with all that it started: its script leads a process group.
stop_elsewhere() { "${pb_there[@]}" "kill -TERM -- -\$(cat $pb_parcel/pid); rm -rf $pb_parcel" </dev/null >/dev/null 2>&1; }

# At the end of a worker: what a step that failed left there, and the connections.
leave_elsewhere() {
  local socket
  if [[ -n $pb_parcel && $1 != 143 ]]; then "${pb_there[@]}" "rm -rf $pb_parcel" </dev/null >/dev/null 2>&1; fi
  [[ -n $pb_connections ]] || return 0
  for socket in "$pb_connections"/*; do
    if [[ -S $socket ]]; then ssh -o ControlPath="$socket" -O exit - 2>/dev/null; fi
  done
  rm -rf -- "$pb_connections"
  pb_connections=''
}
