# --- steps that bring files to a machine -----------------------------------------------------------------------------

# What a machine was sent is kept in one folder: $PLANBUILDER_SENT for operations that run there. On this machine it is a
# part of the state directory; elsewhere the folder in which commands start: the user's home, or what the container's image says.

# find_way: sets pb_way, the command that runs a line of shell on the machine, and pb_start, the folder that it starts from.
find_way() {
  choose_scratch
  pb_environment=() pb_place=here pb_address=''
  if [[ -n $pb_machine ]]; then find_place; fi
  if [[ $pb_place != here ]]; then
    command -v -- "${pb_there[0]}" >/dev/null || fail "${pb_there[0]} is needed to reach $pb_address"
    pb_way=("${pb_there[@]}") pb_start=/
    return
  fi
  pb_way=(sh -c) pb_start=$pb_state/sent
  mkdir -p -- "$pb_start" || fail "cannot write to $pb_start"
}

# transfer FILE TO: a file of the service, or a folder. It is there all at once, so that nobody sees a half of it.
transfer() {
  pb_invoked=1
  if [[ -n $pb_shown ]]; then
    show_line "transfer $1 to $2${pb_machine:+ (on $pb_machine)}"
    forget_step
    return
  fi
  local source=$pb_files/$1 name=${1##*/} receive
  [[ -e $source ]] || fail "the file $1 is not there (looked in $pb_files)"
  [[ -n $2 && /$2/ != */../* ]] || fail "'$2' is no path to transfer to"
  find_way
  pb_wrote=1 # what is sent to this machine is kept beside the books
  quote_sh "$2"
  receive="to=$pb_quoted; "
  quote_sh "./$name"
  receive+="name=$pb_quoted; "
  # shellcheck disable=SC2016 # for the shell over there
  receive+='part=$to.part.$$; case $to in */*) mkdir -p -- "${to%/*}" ;; esac && mkdir -- "$part" && tar -C "$part" -xf - && rm -rf -- "$to" && '
  # shellcheck disable=SC2016
  receive+='mv -- "$part/$name" "$to" && rmdir -- "$part" || { rm -rf -- "$part"; exit 1; }'
  # shellcheck disable=SC2016
  pb_command=(bash -c 'set -o pipefail; tar -C "$1" -cf - -- "./$2" | "${@:3}"' transfer "${source%/*}" "$name" "${pb_way[@]}" "$receive")
  run_program "$pb_start"
  if ((pb_status != 0)); then retry_program "the transfer of $1" "$pb_start"; fi
  forget_step
}
