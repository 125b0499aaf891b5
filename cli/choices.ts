import { writeFile } from 'node:fs/promises'
import { type Flags, helpText, type Io, readFlags } from './command-line.ts'
import { loadProfile } from './world-data.ts'
import { knownProfiles } from '../contract/shipped-names.ts'
import { choicesMarkdown, choicesText } from '../contract/choices-page.ts'

export const choicesFlags = {
  profile: {
    value: 'NAME|PATH',
    default: 'documented',
    values: knownProfiles,
    help: 'marks the options that this profile picks',
  },
  md: { help: 'prints Markdown' },
  out: { value: 'FILE', help: 'writes to a file instead of standard output' },
} as const satisfies Flags

const choicesHelp = () =>
  helpText(
    'agent-understudy choices [flags]',
    'Lists every point at which deployments may differ, with its options.',
    choicesFlags,
  )

/** Prints the table of choices; resolves to the exit code. Throws `UsageError` for wrong flags. */
export async function printChoices(argv: readonly string[], io: Io): Promise<number> {
  const given = readFlags(argv, choicesFlags)
  if (given.help) {
    io.stdout.write(choicesHelp())
    return 0
  }
  const text = given.md ? choicesMarkdown() : choicesText(await loadProfile(given.profile))
  if (given.out === undefined) io.stdout.write(text)
  else await writeFile(given.out, text)
  return 0
}
