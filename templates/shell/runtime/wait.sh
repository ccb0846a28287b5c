# --- steps that wait for a machine -------------------------------------------------------------------------------------

# wait_for reachable | port | command SECONDS [COMMAND]: the port is the value that was just built. It is asked about once a
# second. A machine that is this one can be reached; its ports are asked for by its address, from here.
wait_for() {
  local what=$1 limit=$2 question words
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
  # What was answered goes to a file: a shared connection holds on to a pipe for as long as it lives.
  # shellcheck disable=SC2016
  pb_command=(bash -c 'answer=$1 limit=$2
    shift 2
    until timeout --foreground -k 1 "$((limit > SECONDS ? limit - SECONDS : 1))" "$@" </dev/null >"$answer" 2>&1; do
      # A machine that is not the one that is known will not become it.
      if ((SECONDS >= limit)) || grep -qs "^Host key verification failed" "$answer"; then cat -- "$answer"; exit 1; fi
      sleep 1
    done' wait "$pb_scratch.answer" "$limit" "${question[@]}")
  run_program "$pb_start"
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
