import {
  type Command,
  type CommandTable,
  guessText,
  helpText,
  type Io,
  readFlags,
  UsageError,
} from './command-line.ts'
import { findCandidates } from './completion/candidates.ts'
import { shellScripts } from './completion/shell-scripts.ts'

const help = () =>
  helpText(
    'agent-understudy completion bash|zsh|fish',
    `Prints a script with which a shell completes commands, flags, values and file names of
agent-understudy and of the short command understudy.`,
    {},
    `To use it, add the script to the start file of your shell, once:

  agent-understudy completion bash >> ~/.bashrc
  agent-understudy completion zsh >> ~/.zshrc       # after the line with compinit
  agent-understudy completion fish >> ~/.config/fish/config.fish

The shell then calls the command only when you press Tab. An update of the package needs no new
script.`,
  )

/**
 * `agent-understudy completion`: prints the script of a shell. The script calls
 * `completion candidates -- WORDS`, which prints what can stand at the cursor.
 */
export const createCompletion =
  (commands: CommandTable): Command =>
  async (argv, io) => {
    const [first, separator, ...line] = argv
    if (first === 'candidates' && separator === '--') return printCandidates(line, commands, io)
    const { help: asksHelp, words } = readFlags(argv, {}, 1)
    if (asksHelp) {
      io.stdout.write(help())
      return 0
    }
    const [shell = ''] = words
    const names = Object.keys(shellScripts)
    const script = Object.hasOwn(shellScripts, shell) ? shellScripts[shell] : undefined
    if (script === undefined)
      throw new UsageError(
        `completion takes the name of a shell, ${names.join(', ')}, as in \`completion bash\`.${guessText(shell, names)}`,
      )
    io.stdout.write(script)
    return 0
  }

/** Prints a line for each candidate: the word, a tab, and its help. `:files` asks for file names. */
async function printCandidates(
  line: readonly string[],
  commands: CommandTable,
  io: Io,
): Promise<number> {
  const { words, hasFiles } = await findCandidates(line, commands)
  const lines = words.map(({ word, about }) => `${word}\t${about}\n`)
  io.stdout.write([...lines, ...(hasFiles ? [':files\n'] : [])].join(''))
  return 0
}
