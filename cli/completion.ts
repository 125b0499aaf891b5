import { ownField } from '../contract/json.ts'
import { guessText, type Io, UsageError } from './command-line.ts'
import {
  type Command,
  type CommandRow,
  type CommandTable,
  defineCommand,
  literalWords,
} from './define-command.ts'
import type { Flag, Flags } from './flags.ts'

/**
 * `agent-understudy completion`: prints the script of a shell. The script calls
 * `completion candidates -- WORDS`, which prints the possible words at the cursor.
 */
export function createCompletion(commands: CommandTable): Command {
  const shells = Object.keys(shellScripts)
  const printScript = defineCommand(
    {
      usage: 'completion bash|zsh|fish',
      about: `Prints a script with which a shell completes commands, flags, values and file names of
agent-understudy and of the short command understudy.`,
      flags: {},
      words: { max: 1 },
      notes: `To use it, add the script to the start file of your shell, once:

  agent-understudy completion bash >> ~/.bashrc
  agent-understudy completion zsh >> ~/.zshrc       # after the line with compinit
  agent-understudy completion fish >> ~/.config/fish/config.fish

The shell then calls the command only when you press Tab. An update of the package needs no new
script.`,
    },
    async ({ words: [shell = ''] }, io: Io) => {
      const script = ownField(shellScripts, shell)
      if (script === undefined)
        throw new UsageError(
          `completion takes one of the shells ${shells.join(', ')}, as in \`completion bash\`.${guessText(shell, shells)}`,
        )
      io.stdout.write(script)
      return 0
    },
  )
  return Object.assign(
    (argv: readonly string[], io: Io) =>
      argv[0] === 'candidates' && argv[1] === '--'
        ? printCandidates(argv.slice(2), commands, io)
        : printScript(argv, io),
    { grammar: printScript.grammar },
  )
}

/**
 * Prints each candidate as a line: word, tab, help. The line `:files` tells the shell to add file
 * names.
 */
async function printCandidates(
  line: readonly string[],
  commands: CommandTable,
  io: Io,
): Promise<number> {
  const { words, hasFiles } = await findCandidates(line, commands)
  const lines = words.map(({ word, about }) => `${word}\t${about}\n`)
  io.stdout.write(lines.join('') + (hasFiles ? ':files\n' : ''))
  return 0
}

/** The completions at the cursor: words, and whether file names are also possible. */
type Candidates = {
  readonly words: readonly { readonly word: string; readonly about: string }[]
  readonly hasFiles: boolean
}

/** Creates a candidate. If it ends with `=` or `/`, the shell adds no space after it. */
const toWord = (word: string, about = '') => ({ word, about })

const helpFlag: Flags = { help: { help: 'explains the command' } }

/** Finds completions of the last word of a line, which may be empty. `line` has no program name. */
export async function findCandidates(
  line: readonly string[],
  commands: CommandTable,
): Promise<Candidates> {
  const current = line.at(-1) ?? ''
  const wordsBefore = line.slice(line[0] === 'help' ? 1 : 0, -1)
  const candidates = await findAllCandidates(wordsBefore, current, commands)
  return { ...candidates, words: candidates.words.filter(({ word }) => word.startsWith(current)) }
}

async function findAllCandidates(
  [name, ...rest]: readonly string[],
  current: string,
  table: CommandTable,
): Promise<Candidates> {
  if (name === undefined) {
    const rows = Object.entries(table).map(([command, { about }]) => toWord(command, about))
    return { words: [...rows, ...flagWords(helpFlag, [])], hasFiles: false }
  }
  const row = ownField(table, name)
  if (row === undefined) return { words: [], hasFiles: false }
  return 'load' in row
    ? completeCommandWords(row, rest, current)
    : findAllCandidates(rest, current, row.commands)
}

async function completeCommandWords(
  { words = '', load }: CommandRow,
  before: readonly string[],
  current: string,
): Promise<Candidates> {
  // The words after `--` are a command line of another program. Only file names are completed.
  if (before.includes('--')) return { words: [], hasFiles: true }
  const flags = { ...(await load()).grammar.flags, ...helpFlag }
  const [, joined, start] = /^--([\w-]+)=(.*)$/.exec(current) ?? []
  if (joined !== undefined) return completeFlagValue(flags[joined], start ?? '', `--${joined}=`)
  const previous = flags[/^--([\w-]+)$/.exec(before.at(-1) ?? '')?.[1] ?? '']
  if (previous?.value !== undefined) return completeFlagValue(previous, current)
  const ownWords = literalWords(words).map((word) => toWord(word))
  const hasFiles = isFileLabel(words)
  const isBare = ownWords.length === 0 && !hasFiles
  if (isBare || current.startsWith('-')) return { words: flagWords(flags, before), hasFiles: false }
  return { words: ownWords, hasFiles }
}

/** The flags that can be added to a command line: unused flags and repeatable flags. */
const flagWords = (flags: Flags, before: readonly string[]) =>
  Object.entries(flags).flatMap(([name, { help, isRepeatable }]) => {
    const isGiven = before.some((word) => word === `--${name}` || word.startsWith(`--${name}=`))
    return isGiven && !isRepeatable ? [] : [toWord(`--${name}`, help)]
  })

/** Completes the value of a flag: with its known values after `prefix`, or with file names. */
async function completeFlagValue(
  { value = '', type, values = type?.words ?? [] }: Partial<Flag> = {},
  start: string,
  prefix = '',
): Promise<Candidates> {
  const knownValues = typeof values === 'function' ? await values().catch(() => []) : values
  // After a format such as `html=`, the rest of the value is a file name.
  const [, format] = /^([^=]+=)/.exec(start) ?? []
  if (format !== undefined && knownValues.includes(format)) return { words: [], hasFiles: true }
  const hasFiles = isFileLabel(value) && !value.startsWith('FORMAT=')
  return { words: knownValues.map((word) => toWord(prefix + word)), hasFiles }
}

const isFileLabel = (label: string) => /FILE|DIR|FOLDER|PATH|COMMAND/.test(label)

// The scripts below list no commands or flags. At each Tab, they run the program to get them.

/** The script for bash 3.2 and newer. Version 3.2 has no `compopt`; that error is ignored. */
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

/** The script for zsh. It needs `compinit` to run before it. */
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

/** The script for fish 3 and newer. */
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
