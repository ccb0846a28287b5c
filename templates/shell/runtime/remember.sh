# --- what later plans of a service need not be told again: its inputs, and where its secrets come from ---------------------------

pb_remembers=1
pb_recalled=() # inputs that have the value of an earlier run

# Of --secrets, or of the runs before.
settle_source() {
  if [[ -z $pb_secrets_from && -n $pb_remembers ]] && read_file "$pb_state/secrets-from"; then pb_secrets_from=$pb_content; fi
  case $pb_secrets_from in
    '' | env | keep | command=?*) ;;
    none) pb_secrets_from='' ;;
    file=/*) ;;
    file=?*) pb_secrets_from=file=$PWD/${pb_secrets_from#file=} ;;
    *) die 2 "--secrets takes env, file=FILE, command=COMMAND, keep or none, not '$pb_secrets_from'" ;;
  esac
}

# find_vault: sets pb_vault, which the run that is open began with.
find_vault() {
  if [[ $pb_secrets_from != keep ]] && read_file "$pb_run_folder/vault" && [[ -n $pb_content ]]; then
    pb_vault=$pb_content
    is_vault "$pb_vault" || damaged "$pb_run_folder/vault"
  else
    choose_vault
    write_file "$pb_run_folder/vault" "$pb_vault"
  fi
}

# recall_input INPUT: sets pb_content to the value that it had in an earlier run.
recall_input() {
  [[ -n $pb_remembers && -z ${pb_input_once[:$1]-} ]] || return 1
  escape_name "$1"
  read_file "$pb_state/inputs/$pb_escaped" && return
  [[ -e $pb_state/inputs/$pb_escaped%secret ]] && read_file "$pb_state/secrets/inputs/$pb_escaped"
}

# Those that the plan would have had anyway are no news.
say_remembered() {
  local name names=''
  for name in ${pb_recalled[@]+"${pb_recalled[@]}"}; do
    if [[ ${pb_input_default[:$name]-} != "${pb_input_value[:$name]}" ]]; then names+=" $name"; fi
  done
  [[ -z $names ]] || say "Inputs of an earlier run are used:$names (--no-remembered-inputs leaves them out)"
}

# Secrets are remembered only by `--secrets keep`.
remember_inputs() {
  local key
  [[ -d $pb_state/inputs ]] || mkdir -- "$pb_state/inputs" || cannot_write "$pb_state/inputs"
  for key in ${pb_input_value[@]+"${!pb_input_value[@]}"}; do
    [[ -z ${pb_input_once[$key]-} ]] || continue
    escape_name "${key#:}"
    if [[ -z ${pb_input_secret[$key]-} ]]; then
      write_file "$pb_state/inputs/$pb_escaped" "${pb_input_value[$key]}"
    elif [[ $pb_secrets_from == keep ]]; then
      keep_secret "$pb_state/inputs/$pb_escaped" "${pb_input_value[$key]}"
    fi
  done
  remember_source
}

remember_source() { if [[ -n $pb_secrets_from ]]; then write_file "$pb_state/secrets-from" "$pb_secrets_from"; fi; }

# Where nothing is left of a service, nothing is known of it.
forget_service() {
  any_instance || rm -rf -- "$pb_state/inputs" "$pb_state/secrets" "$pb_state/secrets-from" || cannot_write "$pb_state"
}
