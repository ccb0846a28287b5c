# --- approval: what was approved is what runs ------------------------------------------------------------------------
#
# An approval is a text: digests of the plan, of this runtime and of every file that the plan uses, as `planbuilder approve`
# wrote it. It lies in the folder `approvals` beside those of the plans. A run that requires one copies what is approved into
# its own folder, checks the copy, and runs that: what is changed afterwards does not run.

pb_approved_keys=${PLANBUILDER_APPROVED_KEYS-}
pb_require_approval=${PLANBUILDER_REQUIRE_APPROVAL-$pb_approved_keys}
pb_approvals=''      # the folder that they lie in
pb_own_files=()      # this program: an approval that does not name it is none of it
pb_approved_root=''  # where the paths of the approval start
pb_approved=()       # lines DIGEST  PATH of this plan
pb_approved_none=()  # paths where nothing may be
pb_approved_trees=() # folders that have no more files than are listed
pb_not_approved=''   # why an approval does not do
pb_approver=''

# Before anything is written. The first approval that does is used.
require_approval() {
  local file reasons='' folder
  [[ -n $pb_require_approval ]] || return 0
  [[ -z $pb_approved_keys || -r $pb_approved_keys ]] || die 2 "cannot read the file '$pb_approved_keys'"
  if [[ -n $pb_approved_keys ]]; then pb_tools+=(openssl); fi
  check_tools
  for file in "$pb_approvals"/*.approval; do
    [[ -f $file ]] || continue
    folder=$(mktemp -d) || die 2 "cannot make a temporary folder"
    if cp -- "$file" "$folder/text" && { [[ ! -e $file.sig ]] || cp -- "$file.sig" "$folder/signature"; } &&
      is_signed "$folder" && read_approval "$folder/text" "${file%/*}" && is_as_approved "$pb_approved_root"; then
      rm -rf -- "$folder"
      say "$pb_name: approved by $pb_approver (${file##*/})"
      return
    fi
    rm -rf -- "$folder"
    reasons+="${reasons:+; }${file##*/}: ${pb_not_approved:-cannot be read}"
  done
  die 3 "$pb_name is not approved, and nothing was run: ${reasons:-there is no approval in $(readlink -m -- "$pb_approvals")}"
}

# is_signed FOLDER: by one of the keys that count, if that is asked for.
is_signed() {
  local line key=''
  [[ -n $pb_approved_keys ]] || return 0
  pb_not_approved='it is not signed'
  [[ -f $1/signature ]] || return 1
  while IFS= read -r line || [[ -n $line ]]; do
    key+=$line$'\n'
    [[ $line == '-----END'* ]] || continue
    printf '%s' "$key" >"$1/key"
    key=''
    openssl pkeyutl -verify -pubin -inkey "$1/key" -rawin -in "$1/text" -sigfile "$1/signature" >/dev/null 2>&1 && return
  done <"$pb_approved_keys"
  pb_not_approved="no key in $pb_approved_keys made its signature"
  return 1
}

# read_approval FILE FOLDER: what the approval, which lies in the folder, says of this plan.
read_approval() {
  local line plan='' root=''
  pb_approved=() pb_approved_none=() pb_approved_trees=() pb_approver=''
  pb_not_approved='it is no approval'
  { IFS= read -r line && [[ $line == 'planbuilder approval 1' ]]; } <"$1" || return
  while IFS= read -r line; do
    case $line in
      'plan: '*) plan=${line#plan: } ;;
      'by: '*) pb_approver=${line#by: } ;;
      'root: '*) root=${line#root: } ;;
      *)
        [[ $plan == "$pb_name" ]] || continue
        case $line in
          'folder  '*) pb_approved_trees+=("${line#folder  }") ;;
          'missing  '*) pb_approved_none+=("${line#missing  }") ;;
          *) pb_approved+=("$line") ;;
        esac
        ;;
    esac
  done <"$1"
  pb_not_approved="it says nothing of the plan '$pb_name'"
  ((${#pb_approved[@]} > 0)) && [[ $root == .. || $root == ../.. ]] || return
  pb_approved_root=$(cd -- "$2/$root" && pwd -P)
}

# is_as_approved ROOT: every file has its digest there, and there are no others where there should be none.
is_as_approved() {
  local path failed
  for path in "${pb_own_files[@]#"$pb_approved_root"/}"; do
    pb_not_approved="it says nothing of $path"
    is_listed "$path" || return
  done
  failed=$(cd -- "$1" && printf '%s\n' "${pb_approved[@]}" | sha256sum --check --quiet --strict 2>/dev/null) || {
    failed=${failed%%$'\n'*}
    pb_not_approved="${failed:+${failed%: FAILED*} is not what was approved}"
    return 1
  }
  for path in ${pb_approved_none[@]+"${pb_approved_none[@]}"}; do
    pb_not_approved="$path was not there when it was approved"
    [[ ! -e $1/$path ]] || return
  done
  if ((${#pb_approved_trees[@]} > 0)); then has_no_more_files "$1" || return; fi
}

# is_listed PATH
is_listed() {
  local line
  for line in "${pb_approved[@]}"; do [[ ${line:64} == "  $1" ]] && return; done
  return 1
}

# has_no_more_files ROOT: in folders that the plan transfers.
has_no_more_files() {
  local line path
  local -A listed=()
  for line in "${pb_approved[@]}"; do listed[:${line:66}]=1; done
  while IFS= read -r -d '' path; do
    pb_not_approved="$path was not there when it was approved"
    [[ -n ${listed[:$path]-} ]] || return
  done < <(
    shopt -s globstar dotglob nullglob
    cd -- "$1" || exit
    for line in "${pb_approved_trees[@]}"; do
      for path in "$line"**; do if [[ ! -d $path ]]; then printf '%s\0' "$path"; fi; done
    done
  )
}

# keep_approved_files FOLDER: a copy of them, which is checked, too, goes into the folder of a new run.
keep_approved_files() {
  local index paths=() line
  [[ -n $pb_require_approval ]] || return 0
  mkdir -- "$1/approved" || cannot_write "$1/approved"
  for line in "${pb_approved[@]}"; do paths+=("./${line:66}"); done
  for ((index = 0; index < ${#paths[@]}; index += 500)); do
    (cd -- "$pb_approved_root" && cp -L --parents -- "${paths[@]:index:500}" "$1/approved") || cannot_write "$1/approved"
  done
  for line in ${pb_approved_trees[@]+"${pb_approved_trees[@]}"}; do mkdir -p -- "$1/approved/$line" || cannot_write "$1/approved/$line"; done
  is_as_approved "$1/approved" || die 3 "$pb_name is not approved, and nothing was run: $pb_not_approved"
  write_file "$1/approved.at" "${pb_home#"$pb_approved_root"}"$'\n'"${pb_files#"$pb_approved_root"}"$'\n'
}

# A run that was begun with approved files goes on with its copy of them.
use_approved_files() {
  local home files
  if [[ ! -f $pb_run_folder/approved.at ]]; then
    [[ -z $pb_require_approval ]] || die 3 "run $pb_run was begun without an approval: abandon it"
    return 0
  fi
  { IFS= read -r home && IFS= read -r files; } <"$pb_run_folder/approved.at"
  pb_home=$pb_run_folder/approved$home pb_files=$pb_run_folder/approved$files
}

drop_approved_files() { rm -rf -- "$pb_run_folder/approved" "$pb_run_folder/approved.at"; }
