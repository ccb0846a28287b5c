# The runtime of generated shell plans: the same file for every plan. A plan sources this file, describes itself by the
# commands about, input, activity and step, one function per step and plan_outputs, and calls main.
# Run by itself, this file is a worker of such a plan (see worker.sh).
#
# The state directory is one service instance:
#   lock                               held while anything works on it
#   service                            its name, and the models whose plans worked on it (see model.sh)
#   instances/nodes/ID/N/              run, state, property.NAME, attribute.NAME, output.INTERFACE.OPERATION.NAME;
#                                      index: which representation it is, of an entity that is there several times;
#                                      model: the version of the entity that it was made from
#   instances/relationships/ID/N/      likewise, and source, target (such as app/2; one per line where it leads to several)
#   sent/PATH                          what was transferred to this machine
#   turns/ID                           the instance that RoundRobin chose last
#   names/DIGEST                       a name that is too long for a file (see text.sh)
#   inputs/NAME, secrets-from          the inputs of earlier runs and where secrets come from, for later plans of the service
#   secrets/PATH                       secrets that are kept, by `--secrets keep` only; else PATH%secret stands for one (see secrets.sh)
#   runs/N/journal                     what was done; the only truth about progress (see journal.sh)
#   runs/N/plan, steps, inputs/NAME    which plan, with which inputs; a run is resumed with the same ones only
#   runs/N/part                        which part of the plan, if not all (see part.sh and heal.sh)
#   runs/N/given/nodes/ID              the instance that the user chose (see given.sh)
#   runs/N/approved/, approved.at      the approved files that it runs, and where the plan is among them (see approval.sh)
#   runs/N/vault                       where the secrets of the run are while it is open
#   runs/N/ticket                      what an engine gave `begin` to tell one call from another
#   runs/N/row, leader                 which runs are to follow, and which plan began this row of runs (see scaling.sh)
#   runs/N/context/nodes/ID            the instance that stands for an entity in this run; ID%[I] for its representation I,
#                                      ID%first the number of the first of them; ID%new says that it is yet to be made
#   runs/N/logs/STEP.log, outputs/NAME
# An instance is there when its file `run` is not empty: folders are made before and swept away after a run, many at a
# time. Values are kept byte for byte. In file names % / control characters and a leading dot are written %HH.
# What cannot be written is not done (see files.sh), and what is done is on the disk (see durable.sh).
#
# Exit codes: 0 done, 1 a step failed, or something cannot be written, 2 wrong usage, 3 refused, 4 failed and taken back, 129, 130 and 143 interrupted.
#
# Bash 4.3 takes "${empty[@]}" for an unset variable, hence the guards ${a[@]+"${a[@]}"}. Globals are named pb_*:
# inputs of operations are never exported under such names (see launch).

if ((BASH_VERSINFO[0] < 4 || (BASH_VERSINFO[0] == 4 && BASH_VERSINFO[1] < 3))); then
  printf 'planbuilder: bash 4.3 or later is needed, this is %s\n' "$BASH_VERSION" >&2
  exit 2
fi

set -u
unset -v CDPATH
IFS=$' \t\n'
pb_umask=$(umask)
umask 077 # inputs may be secret
pb_locale=${LC_ALL-}
pb_has_locale=${LC_ALL+1}
LC_ALL=C # bytes are bytes; steps get their own locale back

readonly pb_largest_variable=102400 # Linux refuses environment entries of 128 KiB

pb_name='' pb_kind='' pb_service='' pb_digest='' pb_home='' pb_files=''
pb_tools=(flock sha256sum)

# Facts of the plan, one by one.
about() {
  case $1 in
    name) pb_name=$2 ;;
    kind) pb_kind=$2 ;;
    service) pb_service=$2 ;;
    digest) pb_digest=$2 ;;
    files) pb_files=$2 ;;
    tool) pb_tools+=("$2") ;;
    secret-names) pb_secret_names=$2 ;;
    failure) if [[ $2 == undo ]]; then pb_undo_on_failure=1; else pb_retries=$3; fi ;; # options of the run say it anew
  esac
}

# One line, whatever names are in it.
say() {
  escape_line "$*"
  printf '%s\n' "$pb_escaped" >&2
}

# die CODE MESSAGE: for what is wrong with the call, not with a step.
die() {
  local code=$1
  shift
  say "planbuilder: $*"
  exit "$code"
}

# All that is missing is said at once.
check_tools() {
  local tool missing=''
  for tool in "${pb_tools[@]}"; do
    command -v -- "$tool" >/dev/null || [[ "$missing " == *" $tool "* ]] || missing+=" $tool"
  done
  [[ -z $missing ]] || die 2 "this plan needs programs that are not there:$missing"
}

# Sets pb_now: microseconds since 1970. Bash 4 knows whole seconds only.
if [[ -n ${EPOCHREALTIME-} ]]; then
  read_clock() { pb_now=${EPOCHREALTIME/./}; }
else
  read_clock() { printf -v pb_now '%(%s)T000000' -1; }
fi

# seconds MICROSECONDS: sets pb_seconds, such as 1.5.
seconds() { pb_seconds=$(($1 / 1000000)).$(($1 / 100000 % 10)); }
