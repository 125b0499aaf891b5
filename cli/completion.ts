import { guessText, type Io, UsageError } from './command-line.ts'
import { findCandidates } from './completion/candidates.ts'
import { shellScripts } from './completion/shell-scripts.ts'
import { type Command, type CommandTable, defineCommand } from './define-command.ts'

/**
 * `agent-understudy completion`: prints the script of a shell. The script calls
 * `completion candidates -- WORDS`, which prints what can stand at the cursor.
 */
export function createCompletion(commands: CommandTable): Command {
  const shells = Object.keys(shellScripts)
  const printScript = defineCommand(
    {
      usage: 'completion bash|zsh|fish',
      about: `Prints a script with which a shell completes commands, flags, values and file names of
agent-understudy and of the short command understudy.`,
      flags: {},
      words: { most: 1 },
      notes: `To use it, add the script to the start file of your shell, once:

  agent-understudy completion bash >> ~/.bashrc
  agent-understudy completion zsh >> ~/.zshrc       # after the line with compinit
  agent-understudy completion fish >> ~/.config/fish/config.fish

The shell then calls the command only when you press Tab. An update of the package needs no new
script.`,
    },
    async ({ words: [shell = ''] }, io: Io) => {
      const script = Object.hasOwn(shellScripts, shell) ? shellScripts[shell] : undefined
      if (script === undefined)
        throw new UsageError(
          `completion takes the name of a shell, ${shells.join(', ')}, as in \`completion bash\`.${guessText(shell, shells)}`,
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
