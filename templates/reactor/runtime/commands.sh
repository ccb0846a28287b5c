# --- commands -----------------------------------------------------------------------------------------------------------------

# take_in_notification [NAME=VALUE]... | -: of what pr_entity and pr_event say.
take_in_notification() {
  local pair
  pr_pairs=()
  if [[ $# == 1 && $1 == - ]]; then
    read_pairs - add_pair
  else
    for pair; do add_pair "${pair%%=*}" "${pair#*=}"; done
  fi
  put_notification
  settle_own
}

add_pair() {
  may_have "$1" || die 2 "$pr_event of $pr_entity has no output '$1'; it has: ${pr_outputs[*]}"
  pr_pairs+=("$1" "$2")
}

put_notification() {
  need_state
  need_instance
  put_entry "$pr_kind" "$pr_entity" "$pr_instance" "$pr_event" ${pr_pairs[@]+"${pr_pairs[@]}"}
}

# Sets pr_instance: the only one, unless somebody says which.
need_instance() {
  list_instances "$pr_kind" "$pr_entity"
  if [[ -z $pr_instance ]]; then
    ((${#pb_numbers[@]} > 0)) || die 3 "$pr_kind $pr_entity has no instance in $pb_state"
    ((${#pb_numbers[@]} == 1)) || die 3 "$pr_kind $pr_entity has several instances: say which, such as $pr_entity/${pb_numbers[0]}"
    pr_instance=${pb_numbers[0]}
  fi
  instance_folder "$pr_kind" "$pr_entity" "$pr_instance"
  [[ -s $pb_folder/run ]] || die 3 "$pr_kind $pr_entity has no instance $pr_instance in $pb_state"
}

# The entry that was just put in; others may be settled on the way, or may have settled it.
settle_own() {
  local own=$pr_entry
  settle_inbox
  read_did "$own"
  if [[ -f $pr_folder/inbox/$own ]]; then exit "${pr_did[held]:-1}"; fi
  exit "$pr_status"
}

# raise EVENT [NODE[/INSTANCE]]
react_raise() {
  (($# == 1 || $# == 2)) || die 2 "raise needs an event, and perhaps a node"
  find_event "$1" || die 2 "no reaction waits for the event '$1' (react.sh list shows all)"
  local entity=${2-} number=''
  if [[ $entity =~ ^(.+)/([1-9][0-9]*)$ ]]; then entity=${BASH_REMATCH[1]} number=${BASH_REMATCH[2]}; fi
  put_entry event "$entity" "$number" "$1"
  settle_own
}

react_resume() {
  (($# == 0)) || die 2 "resume takes nothing else"
  pr_resuming=1
  settle_inbox
  exit "$pr_status"
}

# forget ENTRY: nothing more is done about it.
react_forget() {
  [[ $# == 1 && $1 =~ ^[0-9]+\.[0-9a-z]+$ && -f $pr_folder/inbox/$1 ]] || die 2 "forget needs an entry (react.sh status shows them)"
  pr_entry=$1
  exec {pr_lock}<>"$pr_folder/lock" || cannot_write "$pr_folder/lock"
  flock "$pr_lock"
  read_entry "$1" || pr_words=('' '' '' '')
  read_did "$1"
  did closed "forgotten; $(tell_entry)"
  close_entry
}

# --- the clock ---------------------------------------------------------------------------------------------------------------------

# What is due: reactions that no notification sets off, in the time in which they are valid, once in their period.
react_schedule() {
  local index
  (($# == 0)) || die 2 "schedule takes nothing else"
  need_folders
  for ((index = 0; index < pr_reactions; index++)); do
    "reaction_$index"
    if [[ -n $pr_by_clock ]] && is_due "$index"; then
      pr_entry=''
      put_entry clock '' '' "$pr_name"
    fi
  done
  settle_inbox
  exit "$pr_status"
}

# is_due REACTION: one without a condition acts once, when it is valid.
is_due() {
  local now path
  read_clock
  now=$((pb_now / 1000000))
  if [[ -n $pr_from ]] && ((now < pr_from)); then return 1; fi
  if [[ -n $pr_until ]] && ((now > pr_until)); then return 1; fi
  for path in "$pr_folder"/inbox/[0-9]*; do # it waits there already
    if [[ $path != *.did ]] && read_entry "${path##*/}" && [[ ${pr_words[0]} == clock && ${pr_words[3]} == "$pr_name" ]]; then return 1; fi
  done
  reaction_folder
  read_file "$pb_folder/clock" || return 0
  "has_condition_$1" && ((pb_now - pb_content >= ${pr_period:-0}))
}

note_clock() {
  reaction_folder
  write_file "$pb_folder/clock" "$((10#${pr_entry%%.*}))"
}

# --- notifications that arrive as files ---------------------------------------------------------------------------------------------

# serve --watch FOLDER [--once] | --socket PATH
react_serve() {
  case ${1-} in
    --watch) watch_folder "${@:2}" ;;
    --socket) listen_at "${@:2}" ;;
    *) die 2 "serve needs --watch FOLDER or --socket PATH" ;;
  esac
}

# watch_folder FOLDER [--once]: the first line of a file is NODE[/INSTANCE] INTERFACE.NOTIFICATION, the rest JSON or lines NAME=VALUE.
# Who puts a file there renames it to its place when it is complete; a leading dot hides it till then.
watch_folder() {
  local folder=${1-} path once=''
  [[ -d $folder ]] || die 2 "--watch needs a folder"
  if [[ ${2-} == --once ]]; then once=1; fi
  while :; do
    for path in "$folder"/*; do
      if [[ -f $path ]]; then (take_file "$path") || refuse_file "$path"; fi
    done
    (settle_inbox; exit "$pr_status") || pr_status=$?
    [[ -z $once ]] || exit "$pr_status"
    sleep 1
  done
}

# take_file PATH: by what the file is, it is known again if this is killed before it is gone.
take_file() {
  local address rest
  pr_entry=$(stat -c '%Y %i' -- "$1") || return
  printf -v pr_entry '%020d.w%s' "$((${pr_entry% *} * 1000000))" "${pr_entry#* }"
  need_folders
  if [[ ! -e $pr_folder/inbox/$pr_entry ]] && ! was_closed "$pr_entry"; then
    {
      IFS= read -r address || :
      IFS= read -r -d '' rest || :
    } <"$1"
    name_subject "${address% *}" "${address##* }" || die 2 "${1##*/}: there is no notification '$address'"
    pr_pairs=()
    read_pairs <(printf '%s' "$rest") add_pair
    put_notification
  fi
  rm -f -- "$1" || cannot_write "$1"
}

refuse_file() {
  mkdir -p -- "$pr_folder/refused" || cannot_write "$pr_folder/refused"
  mv -fT -- "$1" "$pr_folder/refused/${1##*/}" || cannot_write "$pr_folder/refused"
  say "planbuilder: ${1##*/} is not taken in: it is in $pr_folder/refused"
}

# --- notifications that arrive at a socket --------------------------------------------------------------------------------------------

# Each connection brings one notification, written as such a file is, and its end; it is answered by the exit code, when all is done.
pr_socket_program='
import os, socket, subprocess, sys

path, react, state = sys.argv[1:]
longest, patience = 16 << 20, 30
listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
if os.path.exists(path):
    os.unlink(path)  # of one that was killed
os.umask(0o177)
listener.bind(path)
listener.listen(64)
print("listening at " + path, file=sys.stderr, flush=True)
while True:
    connection, _ = listener.accept()
    with connection:
        try:
            connection.settimeout(patience)
            text = b""
            while len(text) <= longest and (more := connection.recv(65536)):
                text += more
            address, _, outputs = text.partition(b"\n")
            node, _, event = address.strip().rpartition(b" ")
            words = ["bash", react, "notify", "--state", state, "--", node, event, "-"]
            code = 2 if len(text) > longest or b"\0" in address else subprocess.run(words, input=outputs).returncode
            connection.sendall(b"%d\n" % code)
        except OSError as problem:
            print("planbuilder: a connection was lost: %s" % problem, file=sys.stderr, flush=True)
'

# listen_at PATH: whoever may write to the socket can tell; that is the user alone.
listen_at() {
  [[ $# == 1 && -n $1 ]] || die 2 "--socket needs a path"
  [[ ! -e $1 || -S $1 ]] || die 2 "$1 is no socket"
  command -v python3 >/dev/null || die 2 "python3 is needed to listen at a socket; --watch does without"
  need_folders
  exec python3 -c "$pr_socket_program" "$1" "$pr_home/react.sh" "$pb_state"
}

pr_run_from='' # where the copy of an approved reactor is

# --- who tells ---------------------------------------------------------------------------------------------------------------------

react_subscribe() {
  pr_subscribes=1
  need_folders
  keep_approved_reactor
  list_notifications change_subscriptions
  exit "$pr_status"
}

# What was checked is what runs, also if somebody changes it later.
keep_approved_reactor() {
  [[ -n $pb_require_approval ]] || return 0
  rm -rf -- "$pr_folder/approved" || cannot_write "$pr_folder/approved"
  keep_approved_files "$pr_folder"
  pr_run_from=$pr_folder/approved/${pr_home#"$pb_approved_root"}
}

react_unsubscribe() {
  pr_subscribes=''
  need_folders
  keep_approved_reactor
  list_notifications change_subscriptions
  exit "$pr_status"
}

# change_subscriptions KIND ENTITY EVENT FILE RUNNER: of each instance, once.
change_subscriptions() {
  local number mark
  [[ -n $4 ]] || return 0
  list_instances "$1" "$2"
  mkdir -p -- "$pr_folder/subscriptions" || cannot_write "$pr_folder"
  for number in ${pb_numbers[@]+"${pb_numbers[@]}"}; do
    escape_name "$1.$2.$number.$3"
    mark=$pr_folder/subscriptions/$pb_escaped
    if [[ -n $pr_subscribes && ! -e $mark ]]; then
      if subscribe_with "$@" "$number" subscribe; then write_file "$mark" "$4"; else pr_status=1; fi
    elif [[ -z $pr_subscribes && -e $mark ]]; then
      if subscribe_with "$@" "$number" unsubscribe; then rm -f -- "$mark"; else pr_status=1; fi
    fi
  done
}

# subscribe_with KIND ENTITY EVENT FILE RUNNER INSTANCE COMMAND
subscribe_with() {
  local file=${pr_run_from:-$pr_home}/$pr_files/$4 runner=()
  read -r -a runner <<<"$5"
  [[ -f $file ]] || { say "planbuilder: $3 of $2: there is no file $file" && return 1; }
  (
    cd -- "${file%/*}" || exit 1
    export PLANBUILDER_SUBSCRIPTION=$7 PLANBUILDER_INSTANCE=$2/$6 PLANBUILDER_NOTIFICATION=$3
    export PLANBUILDER_REACTOR=$pr_home/react.sh PLANBUILDER_STATE=$pb_state
    ${runner[@]+"${runner[@]}"} "$file" </dev/null >&2
  ) && return
  say "planbuilder: $3 of $2/$6: $4 failed to $7"
  return 1
}

# --- what is there --------------------------------------------------------------------------------------------------------------------

react_list() { list_notifications show_notification; }

show_notification() {
  escape_line "$2 $3"
  printf '%s\n' "$pb_escaped"
}

readonly pr_most_shown=10

react_status() {
  local path count=0
  for path in "$pr_folder"/inbox/[0-9]*; do
    if [[ $path == *.did ]] || ! read_entry "${path##*/}"; then continue; fi
    read_did "${path##*/}"
    count=$((count + 1))
    escape_line "${path##*/}  ${pr_words[1]}${pr_words[2]:+/${pr_words[2]}} ${pr_words[3]}: ${pr_did[held]:+held up; }$(tell_entry)"
    printf '%s\n' "$pb_escaped"
  done
  printf '%s\n' "$(count_of "$count" entry entries) not settled"
  [[ ! -f $pr_folder/journal ]] || tail -n "$pr_most_shown" -- "$pr_folder/journal"
}

show_help() {
  cat <<END
Reacts to what happens to the service: react.sh COMMAND [OPTION]... ...

  --state DIR, --no-sync
                  as plans have them
  --require-approval, --approved-keys FILE
                  does nothing unless somebody approved this program, all that it runs, and its plans

  notify NODE[/INSTANCE] INTERFACE.NOTIFICATION [NAME=VALUE]... | -
                  takes a notification in, keeps its outputs as attributes, and runs the plans that it sets off;
                  - reads the outputs from standard input, as JSON or lines NAME=VALUE
  raise EVENT [NODE[/INSTANCE]]
                  the same for an event that no notification tells of
  schedule        does what is due by the clock: for cron, or a timer
  serve --watch FOLDER [--once]
                  takes in notifications that arrive as files: NODE INTERFACE.NOTIFICATION in the first line, the outputs below it
  serve --socket PATH
                  the same of what is written to a Unix socket; each connection is answered by an exit code
  subscribe, unsubscribe
                  runs what the model has for being told, for each instance
  resume          goes on with what was killed or held up
  forget ENTRY    does nothing more about an entry of the inbox
  status, list    what is not settled and what was; all notifications

Exit codes: 0 done, 1 a plan failed, or something cannot be written, 2 wrong usage, 3 refused, 4 failed and taken back.
END
}
