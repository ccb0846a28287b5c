# --- what is told is taken in; all else is in reactions.sh, which is read only when it is needed -------------------------

set -u
umask 077 # what is told may be secret
LC_ALL=C

pr_kind='' pr_event='' pr_listeners='' pr_keeps='' pr_outputs=()
pr_entity='' pr_instance=''
pr_state=${PLANBUILDER_STATE:-planbuilder-state}
pr_next=() # what is left to do

# left COMMAND ARGUMENT...: false, so that who is asked to be quick can say that it takes more.
left() {
  pr_next=("$@")
  return 1
}

# name_subject NODE[/INSTANCE] EVENT: sets pr_entity, pr_instance and what is known of the notification.
name_subject() {
  pr_entity=$1 pr_instance=''
  find_notification "$1" "$2" && return
  [[ $1 =~ ^(.+)/([1-9][0-9]*)$ ]] || return 1
  pr_entity=${BASH_REMATCH[1]} pr_instance=${BASH_REMATCH[2]}
  find_notification "$pr_entity" "$2"
}

# may_have NAME: an output that the model knows, where it says which there are.
may_have() {
  local known
  ((${#pr_outputs[@]} > 0)) || return 0
  for known in "${pr_outputs[@]}"; do if [[ $known == "$1" ]]; then return 0; fi; done
  return 1
}

check_pairs() {
  local pair
  for pair; do
    [[ $pair == ?*=* ]] || left die 2 "'$pair' is not NAME=VALUE" || return
    may_have "${pair%%=*}" || left die 2 "$pr_event of $pr_entity has no output '${pair%%=*}'; it has: ${pr_outputs[*]}" || return
  done
}

notify_quickly() {
  (($# > 1)) || left die 2 "notify needs a node and a notification, such as notify db Alive.failed level=3" || return
  name_subject "$1" "$2" || left die 2 "'$1' has no notification '$2' (react.sh list shows all)" || return
  shift 2
  if (($# != 1)) || [[ $1 != - ]]; then check_pairs "$@" || return; fi
  is_unheard || left take_in_notification "$@" || return
  note_unheard
}

# Nothing is to be done, and there is no doubt whom it is about.
is_unheard() {
  [[ -z $pr_listeners$pr_keeps${PLANBUILDER_REQUIRE_APPROVAL-}${PLANBUILDER_APPROVED_KEYS-} && $pr_entity$pr_event =~ ^[A-Za-z0-9_][A-Za-z0-9_.:-]*$ &&
    -s $pr_state/instances/${pr_kind}s/$pr_entity/${pr_instance:-1}/run ]]
}

# One line, which is all that becomes of it.
note_unheard() {
  local time=${EPOCHREALTIME-}
  [[ -n $time ]] || printf -v time '%(%s)T.000000' -1
  [[ -d $pr_state/reactor ]] || mkdir -p -- "$pr_state/reactor"
  printf '%s\t-\t%s\t%s\tnothing listens to it\n' "${time/./}" "$pr_entity/${pr_instance:-1}" "$pr_event" >>"$pr_state/reactor/journal" ||
    left die 1 "cannot write to $pr_state/reactor: is there room on its disk, and may it be written?"
}

# answer_quickly COMMAND ARGUMENT...: true when all is done.
answer_quickly() {
  local command=${1-}
  (($# == 0)) || shift
  while [[ ${1-} == --?* && $1 != --watch && $1 != --socket ]]; do
    case $1 in
      --state)
        (($# > 1)) || left die 2 "$1 needs a value" || return
        pr_state=$2
        shift
        ;;
      --no-sync) export PLANBUILDER_NO_SYNC=1 ;;
      --require-approval) export PLANBUILDER_REQUIRE_APPROVAL=1 ;; # also of the plans that are run
      --approved-keys)
        (($# > 1)) || left die 2 "$1 needs a value" || return
        if [[ $2 != /* ]]; then set -- "$1" "$PWD/$2" "${@:3}"; fi
        export PLANBUILDER_APPROVED_KEYS=$2
        shift
        ;;
      *) left die 2 "unknown option '$1' (--help shows all)" || return ;;
    esac
    shift
  done
  if [[ ${1-} == -- ]]; then shift; fi
  case $command in
    notify) notify_quickly "$@" ;;
    raise | schedule | serve | subscribe | unsubscribe | resume | forget | status | list) left "react_$command" "$@" ;;
    -h | --help | help) left show_help ;;
    *) left die 2 "unknown command '$command' (--help shows all)" ;;
  esac
}

if answer_quickly "$@"; then exit; fi

pr_home=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
# shellcheck source=/dev/null # checked on its own
source "$pr_home/reactions.sh" || exit 2
prepare_reactor
"${pr_next[@]}"
