# --- the inbox: what was told and is not settled yet ---------------------------------------------------------------------
#
# The folder `reactor` of the state directory:
#   lock                   held by who settles entries
#   inbox/ID               an entry, by when it came: KIND, ENTITY, INSTANCE, EVENT, VAULT, then NAME and VALUE by turns, and `end`,
#                          each with a NUL behind it. KIND is node or relationship, event (what was raised) or clock (EVENT is a
#                          reaction). What is secret lies in the vault, which is in memory (secrets.sh), until the entry is settled
#   inbox/ID.did           what was done about it, one line for each thing: only what is not there is done
#   journal                one line for each entry that is settled: when it came, its ID, whom it was about, the event, what became of it
#   reactions/NAME/        what was found for the condition of a reaction, by instance; `way`: its last run; `clock`: when it was looked at
#   subscriptions/NAME     what told of a notification was started
# Nothing is done before the entry is on the disk, and no run is begun before it is recorded that it will be: its ticket tells
# whether it was. So whatever is killed, `react.sh resume` goes on, and does nothing twice.

pr_folder='' pr_lock='' pr_entry=''
pr_words=() pr_open=() pr_hidden=()
declare -A pr_given=() pr_did=()

prepare_reactor() {
  [[ $pr_state == /* ]] || pr_state=$PWD/$pr_state
  pb_state=$pr_state pr_folder=$pr_state/reactor
  pb_no_sync=${PLANBUILDER_NO_SYNC-} pb_lenient=1
  if [[ -d $pb_state ]]; then
    choose_sync
    settle_source
  fi
  case ${pr_next[0]} in
    die | show_help | react_list | react_status) ;; # which do nothing
    *) require_approved_reactor ;;
  esac
}

# The program itself, all that it reads, and what it runs to be told; its plans ask for theirs.
require_approved_reactor() {
  pb_name=reactor pb_script=$pr_home/react.sh pb_home=$pr_home pb_approvals=$pr_home/../approvals
  pb_own_files=("$pb_script" "$pr_home/reactions.sh" "$(readlink -f -- "$pr_home/$pr_runtime")")
  require_approval
}

need_folders() {
  need_state
  [[ -d $pr_folder/inbox && -d $pr_folder/reactions ]] || mkdir -p -- "$pr_folder/inbox" "$pr_folder/reactions" || cannot_write "$pr_folder"
}

# put_entry KIND ENTITY INSTANCE EVENT [NAME VALUE]...: sets pr_entry, unless the caller did.
put_entry() {
  local draft
  need_folders
  split_pairs "${@:5}"
  if [[ -z $pr_entry ]]; then
    read_clock
    printf -v pr_entry '%020d.%d' "$pb_now" "$BASHPID"
    while [[ -e $pr_folder/inbox/$pr_entry ]]; do # bash 4 knows whole seconds only
      pb_now=$((pb_now + 1))
      printf -v pr_entry '%020d.%d' "$pb_now" "$BASHPID"
    done
  fi
  if ((${#pr_hidden[@]} > 0)); then hide_pairs; fi
  draft=$pr_folder/.new.$BASHPID
  printf '%s\0' "${@:1:4}" "${pr_hidden[0]+$pb_vault}" ${pr_open[@]+"${pr_open[@]}"} end >"$draft" || cannot_write "$draft"
  mv -T -- "$draft" "$pr_folder/inbox/$pr_entry" || cannot_write "$pr_folder/inbox"
  make_durable || cannot_write "$pr_folder/inbox"
}

# split_pairs [NAME VALUE]...: sets pr_open and pr_hidden, the secret ones.
split_pairs() {
  pr_open=() pr_hidden=()
  while (($# > 1)); do
    if is_secret_output "$1"; then pr_hidden+=("$1" "$2"); else pr_open+=("$1" "$2"); fi
    shift 2
  done
}

# is_secret_output NAME: by its name, or by the attribute that it becomes.
is_secret_output() {
  is_secret_name "$1" && return
  [[ -n $pr_keeps ]] || return 1
  pr_asked=$1 pr_answer=''
  "outputs_$pr_keeps" note_secrecy
  [[ -n $pr_answer ]]
}

note_secrecy() { if [[ $1 == "$pr_asked" && ${5-} == secret ]]; then pr_answer=1; fi; }

# The vault outlives this process if it is killed: the entry says where it is.
hide_pairs() {
  [[ -n $pb_vault ]] || choose_vault
  open_vault
  mkdir -p -- "$pb_vault/reactor" || cannot_write "$pb_vault"
  printf '%s\0' "${pr_hidden[@]}" >"$pb_vault/reactor/$pr_entry" || cannot_write "$pb_vault/reactor"
}

# drop_pairs: those that were hidden; their vault, too, if it has nothing else.
drop_pairs() {
  local vault=${pr_words[4]-}
  [[ -n $vault && -f $vault/reactor/$pr_entry ]] || return 0
  rm -f -- "$vault/reactor/$pr_entry" || cannot_write "$vault/reactor"
  rmdir -- "$vault/reactor" "$vault/scratch" "$vault" 2>/dev/null || :
}

# read_entry ID: sets pr_words and pr_given; false when it was never told to its end.
read_entry() {
  local word value index hidden
  pr_words=() pr_given=()
  [[ -f $pr_folder/inbox/$1 ]] || return 1
  while IFS= read -r -d '' word; do pr_words+=("$word"); done <"$pr_folder/inbox/$1"
  ((${#pr_words[@]} > 5)) && [[ ${pr_words[${#pr_words[@]} - 1]} == end ]] || return 1
  for ((index = 5; index + 1 < ${#pr_words[@]}; index += 2)); do pr_given[:${pr_words[index]}]=${pr_words[index + 1]}; done
  hidden=${pr_words[4]}/reactor/$1
  [[ -n ${pr_words[4]} && -f $hidden && -O $hidden ]] || return 0
  while IFS= read -r -d '' word && IFS= read -r -d '' value; do pr_given[:$word]=$value; done <"$hidden"
}

# read_did ID: sets pr_did, WHAT -> how it went.
read_did() {
  local line whole=''
  pr_did=()
  [[ -f $pr_folder/inbox/$1.did ]] || return 0
  while IFS= read -r line; do
    pr_did[${line%%$'\t'*}]=${line#*$'\t'} whole+=$line$'\n'
  done <"$pr_folder/inbox/$1.did"
  # A line that was cut off (the disk was full, the machine fell) is none.
  if [[ -n $line ]]; then write_file "$pr_folder/inbox/$1.did" "$whole"; fi
}

# did WHAT HOW: it is on the disk when this returns.
did() {
  escape_line "$2"
  pr_did[$1]=$pb_escaped
  printf '%s\t%s\n' "$1" "$pb_escaped" >>"$pr_folder/inbox/$pr_entry.did" || cannot_write "$pr_folder/inbox"
  make_durable || cannot_write "$pr_folder/inbox"
}

# close_entry: the journal has it once.
close_entry() {
  local line=${pr_words[1]:-${pr_words[0]}}${pr_words[2]:+/${pr_words[2]}}
  [[ -n ${pr_did[closed]-} ]] || did closed "$(tell_entry)"
  escape_line "$line"
  line=$pb_escaped
  escape_line "${pr_words[3]}"
  line=${pr_entry%%.*}$'\t'$pr_entry$'\t'$line$'\t'$pb_escaped$'\t'${pr_did[closed]}
  if ! was_closed "$pr_entry"; then printf '%s\n' "$line" >>"$pr_folder/journal" || cannot_write "$pr_folder/journal"; fi
  make_durable || cannot_write "$pr_folder"
  drop_pairs
  rm -f -- "$pr_folder/inbox/$pr_entry" || cannot_write "$pr_folder/inbox"
  rm -f -- "$pr_folder/inbox/$pr_entry.did"
}

# was_closed ID: the journal has it.
was_closed() { [[ -f $pr_folder/journal ]] && grep -qF -- $'\t'"$1"$'\t' "$pr_folder/journal"; }

# What became of the entry, in a line.
tell_entry() {
  local key told=''
  for key in ${pr_did[@]+"${!pr_did[@]}"}; do
    case $key in
      kept) told="${pr_did[kept]}${told:+; $told}" ;;
      'ended '*) told+="${told:+; }${key#* }: ${pr_did[$key]}" ;;
      'judged '*) if [[ ${pr_did[$key]} != yes ]]; then told+="${told:+; }${key#* }: ${pr_did[$key]}"; fi ;;
    esac
  done
  printf '%s' "${told:-nothing to do}"
}
