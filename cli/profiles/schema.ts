import { writeFile } from 'node:fs/promises'
import { profileSchema } from '../../contract/profile/profile-schema.ts'
import { type Flags, helpText, type Io, readFlags } from '../command-line.ts'

const flags = {
  out: { value: 'FILE', help: 'writes to a file instead of standard output' },
} as const satisfies Flags

const help = () =>
  helpText(
    'agent-understudy profiles schema [flags]',
    'Prints the JSON Schema of profile files.',
    flags,
    `Editors can complete profile files that begin with this line, if the schema is in the same folder:
# yaml-language-server: $schema=./profile.schema.json`,
  )

/** Prints the JSON Schema of profile files; resolves to the exit code. Throws `UsageError`. */
export async function printProfileSchema(argv: readonly string[], io: Io): Promise<number> {
  const given = readFlags(argv, flags)
  const text = given.help ? help() : `${JSON.stringify(profileSchema())}\n`
  if (given.out === undefined || given.help) io.stdout.write(text)
  else await writeFile(given.out, text)
  return 0
}
