// The scripts know no command and no flag: they ask the program at each Tab, and never before.

/** For bash 3.2 and newer. `compopt` is newer than 3.2, so its errors are ignored. */
const bash = `# Completion of agent-understudy in bash
_agent_understudy() {
  local typed="\${COMP_LINE:0:COMP_POINT}" words word start files=
  IFS=$' \\t\\n' read -ra words <<< "$typed"
  if [[ "$typed" == *[[:space:]] ]]; then words+=(''); fi
  # bash replaces only $2, the part after the last = or : of the word.
  start="\${words[\${#words[@]} - 1]}"
  start="\${start%"$2"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r word _; do
    if [[ "$word" == :files ]]; then files=yes; else COMPREPLY+=("\${word#"$start"}"); fi
  done < <("\${1/#\\~/$HOME}" completion candidates -- "\${words[@]:1}" 2> /dev/null)
  if [[ -n "$files" ]]; then
    compopt -o filenames 2> /dev/null
    while IFS= read -r word; do COMPREPLY+=("$word"); done < <(compgen -f -- "$2")
  elif [[ "\${COMPREPLY[0]}" == *= ]]; then
    compopt -o nospace 2> /dev/null
  fi
}
complete -F _agent_understudy agent-understudy understudy
`

/** For zsh, after compinit. */
const zsh = `# Completion of agent-understudy in zsh
_agent_understudy() {
  local line word about files=
  local -a plain open
  for line in "\${(@f)$("\${(Q)~words[1]}" completion candidates -- "\${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2> /dev/null)}"; do
    word="\${\${line%%$'\\t'*}//:/\\\\:}"
    about="\${line#*$'\\t'}"
    case "$word" in
      '') ;;
      '\\:files') files=yes ;;
      *=) open+=("$word\${about:+:}$about") ;;
      *) plain+=("$word\${about:+:}$about") ;;
    esac
  done
  _describe agent-understudy plain -- open -S ''
  if [[ -n "$files" ]]; then compset -P '*='; _files; fi
}
compdef _agent_understudy agent-understudy understudy
`

/** For fish 3 and newer. */
const fish = `# Completion of agent-understudy in fish
function __agent_understudy
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    for line in ($words[1] completion candidates -- $words[2..] "$current" 2> /dev/null)
        if test "$line" = :files
            set -l start (string match -r '^.*=' -- $current)
            for path in (__fish_complete_path (string replace -r '^.*=' '' -- "$current"))
                echo "$start$path"
            end
        else
            echo $line
        end
    end
end
complete -c agent-understudy -f -a '(__agent_understudy)'
complete -c understudy -f -a '(__agent_understudy)'
`

/** The completion scripts by shell. */
export const shellScripts: Readonly<Record<string, string>> = { bash, zsh, fish }
