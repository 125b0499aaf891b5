import { writeFile } from 'node:fs/promises'
import { type Io, readFlags } from './command-line.ts'
import { loadProfile } from './world-data.ts'
import { choicesMarkdown, choicesText } from '../contract/choices-page.ts'

export const choicesHelp = `understudy choices: every point at which deployments can differ

  --profile NAME|FILE the picks to mark (documented)
  --md                as Markdown
  --out FILE          into a file instead of on standard output
`

const flags = {
  profile: { type: 'string', default: 'documented' },
  md: { type: 'boolean', default: false },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Prints the table of choices; gives the exit code. Throws `UsageError` for wrong flags. */
export async function printChoices(argv: readonly string[], io: Io): Promise<number> {
  const given = readFlags(argv, flags)
  if (given.help) {
    io.stdout.write(choicesHelp)
    return 0
  }
  const text = given.md ? choicesMarkdown() : choicesText(await loadProfile(given.profile))
  if (given.out === undefined) io.stdout.write(text)
  else await writeFile(given.out, text)
  return 0
}
