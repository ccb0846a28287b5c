# --- steps that wait for a machine -------------------------------------------------------------------------------------

# wait_for reachable | port | command SECONDS [COMMAND]: the port is the value that was just built. It is asked about once a
# second. A machine that is this one can be reached; its ports are asked for by its address, from here.
wait_for() {
  local what=$1 limit=$2 question words notice=$pb_run_folder/scratch/$pb_stem${pb_loop_instance:+.$pb_loop_instance}.waiting
  take_value
  pb_invoked=1
  case $what in
    reachable) words="until ${pb_machine:-this machine} can be reached" ;;
    port) words="until somebody listens on port $pb_taken${pb_machine:+ of $pb_machine}" ;;
    command) words="until this succeeds${pb_machine:+ on $pb_machine}: $3" ;;
  esac
  if [[ -n $pb_shown ]]; then
    show_line "wait     $words, $limit s at most"
    forget_step
    return
  fi
  find_way
  case $what in
    reachable) question=("${pb_way[@]}" true) ;;
    port) ask_for_port ;;
    command) question=("${pb_way[@]}" "$3") ;;
  esac
  escape_line "$words"
  # What was answered goes to a file: a shared connection holds on to a pipe for as long as it lives. So does what is waited
  # for and why the last try failed, for the scheduler to tell (see progress.sh), and to the log when that is news.
  # shellcheck disable=SC2016
  pb_command=(bash -c 'answer=$1 limit=$2 notice=$3 step=$4 what=$5 told=
    shift 5
    until timeout --foreground -k 1 "$((limit > SECONDS ? limit - SECONDS : 1))" "$@" </dev/null >"$answer" 2>&1; do
      why="exit code $?"
      # A machine that is not the one that is known will not become it.
      if ((SECONDS >= limit)) || grep -qs "^Host key verification failed" "$answer"; then cat -- "$answer"; exit 1; fi
      while IFS= read -r line || [[ -n $line ]]; do [[ -z $line ]] || why=$line; done <"$answer"
      printf "%s\n" "$step" "$what" "$why" end >"$notice"
      [[ $why == "$told" ]] || printf "planbuilder: waits %s; the last try: %s\n" "$what" "$why"
      told=$why
      sleep 1
    done' wait "$pb_scratch.answer" "$limit" "$notice" "$pb_step $pb_instance" "$pb_escaped" "${question[@]}")
  run_program "$pb_start"
  if [[ -e $notice ]]; then : >"$notice"; fi
  ((pb_status == 0)) || fail "waited in vain $words ($limit s at most)"
  forget_step
}

# Sets the caller's question.
ask_for_port() {
  [[ $pb_taken =~ ^[1-9][0-9]{0,4}$ ]] || fail "'$pb_taken' is no port"
  [[ $pb_place != container ]] || fail "ports of the container $pb_address cannot be asked for from here: wait for a command"
  # shellcheck disable=SC2016
  question=(bash -c 'exec 3<>"/dev/tcp/$0/$1"' "${pb_address:-localhost}" "$pb_taken")
}
