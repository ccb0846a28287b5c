# --- secrets: values that must not be seen, and must not stay ------------------------------------------------------------
#
# While a run is open, its secrets are in a folder of their own, the vault: in memory if there is such a place, and for this
# user only. Where a file of the state directory would hold a secret, there is a file NAME%secret, and the vault has the value
# under the same path. The file is empty, or names the input that the secret is. With `--secrets keep` the vault is the folder `secrets` of the state directory, and stays.
# What is not in the vault is asked for again, from where `--secrets` says.

pb_vault='' pb_secret_names='' pb_last_input=''
pb_secrets_from='' # env, file=FILE, command=COMMAND, keep, or nothing
pb_mask='' pb_known=''  # a script for sed, and the secrets that it hides
pb_filter='' pb_answer='' pb_end_of_log='' pb_filtered='' # of the process that hides them in a log
declare -A pb_filed=() # NAME -> VALUE of the file with secrets
pb_has_filed=''

# is_secret_name NAME: the plan says what secrets are called.
is_secret_name() {
  local letters=${1//[^A-Za-z0-9]/}
  [[ -n $pb_secret_names && ${letters,,} =~ $pb_secret_names ]]
}

# --- the vault --------------------------------------------------------------------------------------------------------------

# Nothing is made before there is a secret.
choose_vault() {
  local folder
  if [[ $pb_secrets_from == keep ]]; then
    pb_vault=$pb_state/secrets
    return
  fi
  for folder in "${XDG_RUNTIME_DIR-}" /dev/shm "${TMPDIR-}" /tmp; do
    if [[ -d $folder && -w $folder ]]; then break; fi
  done
  pb_vault=$folder/planbuilder-$$-$RANDOM$RANDOM$RANDOM$RANDOM
}

# is_vault FOLDER: as choose_vault calls it. Whoever leaves a vault removes it: a name that is damaged must not be that of another folder.
is_vault() { [[ $1 == "$pb_state/secrets" || ($1 == /* && ${1##*/} =~ ^planbuilder-[0-9]+-[0-9]+$) ]]; }

open_vault() {
  if [[ ! -d $pb_vault/scratch ]]; then
    mkdir -p -- "$pb_vault/scratch" || cannot_write "$pb_vault"
  fi
  [[ -O $pb_vault && ! -L $pb_vault ]] || die 2 "$pb_vault is not ours"
}

# At the end of a run, or of a process that may be the last of one.
leave_vault() {
  [[ -n $pb_vault && -d $pb_vault ]] || return 0
  if [[ $pb_vault == "$pb_state/secrets" ]]; then rm -rf -- "$pb_vault/scratch" 2>/dev/null; else rm -rf -- "$pb_vault"; fi
}

# keep_secret PATH VALUE [LATER-PATH [INPUT]]: instead of the file, which may be moved later.
keep_secret() {
  local place=${3:-$1}
  place=$pb_vault/${place#"$pb_state/"}
  open_vault
  if [[ ! -d ${place%/*} ]]; then mkdir -p -- "${place%/*}" || cannot_write "${place%/*}"; fi
  write_file "$place" "$2"
  if [[ -e $1 ]]; then rm -f -- "$1"; fi
  write_file "$1%secret" "${4-}"
  note_secret "$2"
}

# store PATH VALUE SECRET: the latter is empty for what everybody may see, and =INPUT for what is such an input.
store() {
  pb_wrote=1
  if [[ -n $3 && -n $2 ]]; then keep_secret "$1" "$2" '' "${3#[!=]}"; else write_file "$1" "$2"; fi
}

# mark_secret NAME: the property or attribute whose value was just taken is one.
mark_secret() {
  pb_secret[:$1]=1
  [[ -n $pb_last_input && -z $pb_shown ]] || return 0
  read_input "$pb_last_input"
  if [[ $pb_content == "$pb_taken" ]]; then pb_secret[:$1]="=$pb_last_input"; fi
  pb_last_input=''
}

# recall PATH: sets pb_content to what the file holds, secret or not. False when there is no such file.
recall() {
  read_file "$1" && return
  [[ -e $1%secret ]] || return 1
  find_secret "$1" && return
  fail "$pb_reference is secret, and was not kept: let --secrets say where it comes from (or keep secrets by --secrets keep)"
  return 1
}

# find_secret PATH: sets pb_content; false when neither the vault nor the source of secrets has it.
find_secret() {
  local rest=${1#"$pb_state/"} number=''
  if [[ -n $pb_vault ]] && read_file "$pb_vault/$rest"; then return 0; fi
  [[ $rest != runs/*/outputs/* ]] || return 1
  if read_file "$1%secret" && [[ -n $pb_content ]]; then
    pb_reference=${pb_content#=}
    escape_name "$pb_reference"
    read_file "$pb_vault/runs/$pb_run/inputs/$pb_escaped" || ask_source "$pb_reference"
    return
  fi
  unescape_name "${rest##*/}"
  pb_reference=$pb_unescaped
  if [[ $rest == instances/* ]]; then
    pb_reference=${pb_reference##*.}
    rest=${rest%/*} number=${rest##*/} rest=${rest%/*}
    unescape_name "${rest##*/}"
    ask_source "$pb_unescaped/$number.$pb_reference" && return
    pb_reference=$pb_unescaped.$pb_reference
  fi
  ask_source "$pb_reference"
}

# Operations gave them, so that nobody else knows them.
tell_what_is_lost() {
  local path names='' node
  [[ -n $pb_vault && $pb_vault != "$pb_state/secrets" ]] || return 0
  for path in "$pb_vault"/instances/*/*/[1-9]*/attribute.*; do
    [[ -e $path && -e $pb_state/${path#"$pb_vault/"}%secret ]] || continue
    node=${path%/*/*}
    names+=" ${node##*/}.${path##*/attribute.}"
  done
  [[ -z $names ]] || say "Secrets are not kept. Plans that read these need them again, or run with --secrets keep:$names"
}

# --- where secrets come from ------------------------------------------------------------------------------------------------

# ask_source NAME: sets pb_content. An input goes by its name, what a node has by NODE.NAME, of one instance NODE/N.NAME.
ask_source() {
  case $pb_secrets_from in
    env)
      secret_variable "$1"
      [[ -n ${!pb_variable+set} ]] || return 1
      pb_content=${!pb_variable}
      ;;
    file=*)
      if [[ -z $pb_has_filed ]]; then read_pairs "${pb_secrets_from#file=}" file_secret; fi
      [[ -n ${pb_filed[:$1]+set} ]] || return 1
      pb_content=${pb_filed[:$1]}
      ;;
    command=*) pb_content=$(PLANBUILDER_SECRET=$1 bash -c "${pb_secrets_from#command=}" secret "$1" </dev/null) || return 1 ;;
    *) return 1 ;;
  esac
  note_secret "$pb_content"
}

file_secret() { pb_filed[:$1]=$2 pb_has_filed=1; }

# secret_variable NAME: sets pb_variable, PLANBUILDER_SECRET_ and the name with _HH for what no name of a variable has.
secret_variable() {
  local index character
  pb_variable=PLANBUILDER_SECRET_
  for ((index = 0; index < ${#1}; index++)); do
    character=${1:index:1}
    if [[ $character != [A-Za-z0-9_] ]]; then printf -v character '_%02X' "'$character"; fi
    pb_variable+=$character
  done
}

# --- logs without secrets ---------------------------------------------------------------------------------------------------

# note_secret VALUE: from now on no log has it. Logs are read line by line, so each of its lines is one; short ones are
# part of too many other words.
note_secret() {
  local line
  [[ -n $pb_vault ]] || return 0
  while IFS= read -r line || [[ -n $line ]]; do
    line=${line%$'\r'}
    if ((${#line} < 4)) || [[ $'\n'$pb_known == *$'\n'"$line"$'\n'* ]]; then continue; fi
    open_vault
    printf '%s\n' "$line" >>"$pb_vault/known" || cannot_write "$pb_vault/known"
  done <<<"$1"
}

# Sets pb_mask. Of two secrets the longer one comes first: the other may be a part of it.
learn_secrets() {
  local line length
  local -a by_length=()
  read_file "$pb_vault/known" || return 1
  [[ $pb_content != "$pb_known" ]] || return 0
  pb_known=$pb_content pb_mask=''
  while IFS= read -r line; do
    quote_sed "$line"
    length=${#line}
    by_length[length]+="s/$pb_quoted/***/g"$'\n'
  done <<<"${pb_known%$'\n'}"
  for length in "${!by_length[@]}"; do pb_mask=${by_length[length]}$pb_mask; done
}

# quote_sed TEXT: sets pb_quoted, a pattern that only the text matches.
quote_sed() {
  pb_quoted=${1//\\/\\\\}
  pb_quoted=${pb_quoted//./\\.}
  pb_quoted=${pb_quoted//\*/\\*}
  pb_quoted=${pb_quoted//\[/\\[}
  pb_quoted=${pb_quoted//^/\\^}
  pb_quoted=${pb_quoted//\$/\\\$}
  pb_quoted=${pb_quoted//\//\\/}
}

# hide_secrets TEXT: sets pb_hidden.
hide_secrets() {
  local line
  pb_hidden=$1
  [[ -n $pb_vault ]] && learn_secrets || return 0
  while IFS= read -r line; do pb_hidden=${pb_hidden//"$line"/***}; done <<<"${pb_known%$'\n'}"
}

# start_filter: what is written to pb_filter goes to pb_log without the secrets. False when there are none: then no process is
# needed. The filter lives as long as somebody can write to it, so that what a step leaves running can go on.
start_filter() {
  local script=$pb_scratch.sed
  [[ -n $pb_vault ]] && learn_secrets || ((${#pb_secret_outputs[@]} > 0)) || return 1
  open_vault
  if [[ -z $pb_answer ]]; then open_answers; fi
  pb_printed=$pb_scratch.printed
  empty_file "$pb_printed"
  {
    filter_outputs && printf '%s' "$pb_mask" &&
      printf '%s\n' "/$pb_end_of_log\$/{" "s/$pb_end_of_log\$//" /./p 's/.*//' "w $pb_vault/scratch/answer.$pb_filtered" d '}'
  } >"$script" || cannot_write "$script"
  exec {pb_filter}> >(
    trap '' INT TERM HUP
    trap - EXIT
    close_locks
    sed -u -f "$script" >>"$pb_log" 2>/dev/null || lose_lines
  )
}

# The log cannot be written. Who prints must not notice; who waits for the end of the log has its answer.
lose_lines() {
  say "planbuilder: warning: $pb_log cannot be written: what the program prints is lost"
  printf '\n' >"$pb_vault/scratch/answer.$pb_filtered"
  exec cat >/dev/null
}

# Lines that give outputs are taken aside as they are: scripts may print what they give.
filter_outputs() {
  local index
  for ((index = 0; index < ${#pb_mapped[@]}; index += 5)); do
    quote_sed "${pb_mapped[index]}"
    printf '%s\n' "/^$pb_quoted=/w $pb_scratch.printed"
    if [[ -n ${pb_secret_outputs[:${pb_mapped[index]}]-} ]]; then printf '%s\n' "s/^\\($pb_quoted=\\).*/\\1***/"; fi
  done
}

# The filter answers when it has written all that came before.
open_answers() {
  local pipe
  pb_filtered=$BASHPID
  pipe=$pb_vault/scratch/answer.$pb_filtered
  rm -f -- "$pipe"
  mkfifo -- "$pipe" || fail "cannot make a pipe in $pb_vault"
  exec {pb_answer}<>"$pipe"
  pb_end_of_log=planbuilder-$BASHPID-$RANDOM$RANDOM$RANDOM
}

end_filter() {
  # In a process of its own, which a broken pipe may end.
  if (printf '%s\n' "$pb_end_of_log" >&"$pb_filter") 2>/dev/null; then read -r -t 60 -u "$pb_answer" _ || :; fi
  exec {pb_filter}>&-
  pb_filter=''
}

# choose_scratch: sets pb_scratch, how the names of files begin that serve the step. Once there are secrets, they may be in these.
choose_scratch() {
  local folder=$pb_run_folder/scratch
  if ((${#pb_secret_outputs[@]} > 0)); then open_vault; fi
  if [[ -n $pb_vault && -d $pb_vault/scratch ]]; then folder=$pb_vault/scratch; fi
  pb_scratch=$folder/$pb_stem${pb_loop_instance:+.$pb_loop_instance}
}

# What a step leaves running must not hold locks.
close_locks() {
  if [[ -n $pb_events ]]; then
    exec {pb_lock}>&- {pb_journal}>&- {pb_events}>&-
  else
    exec {pb_lock}>&- {pb_journal}>&- {pb_step_lock}>&-
  fi
}
