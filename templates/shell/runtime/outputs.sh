# --- what an operation gives back ----------------------------------------------------------------------------------

# What an earlier try wrote counts no more.
prepare_outputs() { if [[ -s $pb_scratch.outputs ]]; then empty_file "$pb_scratch.outputs"; fi; }

# The operation wrote something. Nobody but itself noticed if there was no room for it; so a line is added, which then fails, too.
has_outputs() {
  add_line "$pb_scratch.outputs"
  IFS= read -r -N 2 _ <"$pb_scratch.outputs"
}

add_line() { printf '\n' >>"$1" || cannot_write "$1"; }

# keep_outputs INTERFACE OPERATION: the file has lines NAME=VALUE, and blocks NAME<<WORD ... WORD.
keep_outputs() {
  local prefix line name value own=$pb_folder
  outputs_of "$1" "$2"
  prefix=$pb_prefix
  forget_outputs "$own/$prefix."
  while IFS= read -r line; do
    [[ -n $line ]] || continue
    name=${line%%<<*}
    if [[ $line == ?*'<<'?* && $name != *=* ]]; then
      read_block "${line#*<<}"
    elif [[ $line == ?*=* ]]; then
      name=${line%%=*} value=${line#*=}
    else
      fail "cannot read the output line '$line': it is neither NAME=VALUE nor NAME<<WORD"
    fi
    keep_output "$prefix" "$name" "$value"
  done <"$pb_scratch.outputs"
  empty_file "$pb_scratch.outputs"
  if ((${#pb_mapped[@]} > 0)); then map_outputs "$prefix"; fi
}

# forget_outputs PREFIX: what an earlier call gave.
forget_outputs() {
  local files=("$1"*)
  [[ ! -e ${files[0]} ]] || rm -f -- "${files[@]}" || cannot_write "${files[0]}"
}

# keep_output PREFIX NAME VALUE: in the caller's folder own.
keep_output() {
  local secret=${pb_secret_outputs[:$2]-}
  if [[ -z $secret ]] && is_secret_name "$2"; then secret=1; fi
  value_file "$1" "$2"
  store "$own/$pb_file" "$3" "$secret"
}

# read_block WORD: sets the caller's value to the lines before WORD.
read_block() {
  local part first=1
  value=''
  while IFS= read -r part; do
    [[ $part == "$1" ]] && return
    if ((first)); then value=$part first=0; else value+=$'\n'$part; fi
  done
  fail "the output block that ends with '$1' has no end"
}

# map_outputs PREFIX: outputs that the model makes attributes. They are in the caller's folder own.
map_outputs() {
  local index value
  for ((index = 0; index < ${#pb_mapped[@]}; index += 5)); do
    value_file "$1" "${pb_mapped[index]}"
    if ! recall "$own/$pb_file"; then
      read_printed "${pb_mapped[index]}" ||
        fail "the output '${pb_mapped[index]}' was neither written to \$PLANBUILDER_OUTPUTS nor printed"
      keep_output "$1" "${pb_mapped[index]}" "$pb_content"
    fi
    value=$pb_content
    find_instance "${pb_mapped[index + 1]}" "${pb_mapped[index + 2]}" ||
      fail "${pb_mapped[index + 1]} ${pb_mapped[index + 2]} has no instance in this run"
    instance_folder "${pb_mapped[index + 1]%%:*}" "${pb_mapped[index + 2]}" "$pb_found"
    value_file attribute "${pb_mapped[index + 3]}"
    store "$pb_folder/$pb_file" "$value" "${pb_secret_outputs[:${pb_mapped[index]}]-}"
    note_reach "$pb_folder" "${pb_mapped[index + 3]}"
  done
}

# read_printed NAME: sets pb_content to the value of the last line NAME=VALUE that was printed: scripts written for other
# orchestrators give their outputs so.
read_printed() {
  local line found=''
  add_line "$pb_printed"
  while IFS= read -r line || [[ -n $line ]]; do
    if [[ $line == "$1="* ]]; then found=1 pb_content=${line#*=}; fi
  done <"$pb_printed"
  [[ -n $found ]]
}
