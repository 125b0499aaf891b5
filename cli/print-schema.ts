import { writeFile } from 'node:fs/promises'
import { type Flags, helpText, type Io, readFlags } from './command-line.ts'

export const schemaFlags = {
  out: { value: 'FILE', help: 'writes to a file instead of standard output' },
} as const satisfies Flags

/** Creates the command that prints the JSON Schema of a kind of files, such as `profile`. */
const schemaCommand =
  (command: string, files: string, name: string, schemaText: () => Promise<string>) =>
  async (argv: readonly string[], io: Io): Promise<number> => {
    const given = readFlags(argv, schemaFlags)
    const help = () =>
      helpText(
        `agent-understudy ${command} schema [flags]`,
        `Prints the JSON Schema of ${files}.`,
        schemaFlags,
        `Editors complete ${files} that begin with a line such as this one. The path leads from the file to the
package; other files may name the schema that this command writes.
# yaml-language-server: $schema=./node_modules/agent-understudy/schemas/${name}.json`,
      )
    const text = given.help ? help() : `${await schemaText()}\n`
    if (given.out === undefined || given.help) io.stdout.write(text)
    else await writeFile(given.out, text)
    return 0
  }

/** Prints the JSON Schema of profile files; resolves to the exit code. Throws `UsageError`. */
export const printProfileSchema = schemaCommand('profiles', 'profile files', 'profile', async () =>
  JSON.stringify((await import('../contract/profile/profile-schema.ts')).profileSchema()),
)

/** Prints the JSON Schema of script files; resolves to the exit code. Throws `UsageError`. */
export const printScenarioSchema = schemaCommand(
  'scenarios',
  'script files',
  'scenario',
  async () =>
    JSON.stringify((await import('../authoring/json-schema.ts')).scenarioSchema(), null, 2),
)
