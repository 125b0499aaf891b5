import { defineCommand } from './define-command.ts'
import { writeOutput } from './output-file.ts'
import { outFlag } from './shared-flags.ts'

/** Creates the command that prints the JSON Schema of a kind of files, such as `profile`. */
const schemaCommand = (
  command: string,
  files: string,
  name: string,
  schemaText: () => Promise<string>,
) =>
  defineCommand(
    {
      usage: `${command} schema [flags]`,
      about: `Prints the JSON Schema of ${files}.`,
      flags: outFlag,
      notes: `Editors complete ${files} that begin with a line such as this one. The path leads from the file to the
package; other files may name the schema that this command writes.
# yaml-language-server: $schema=./node_modules/agent-understudy/schemas/${name}.json`,
    },
    async ({ out }, io) => writeOutput(out, `${await schemaText()}\n`, io),
  )

/** Prints the JSON Schema of profile files. */
export const printProfileSchema = schemaCommand('profiles', 'profile files', 'profile', async () =>
  JSON.stringify((await import('../contract/profile/profile-schema.ts')).profileSchema()),
)

/** Prints the JSON Schema of script files. */
export const printScenarioSchema = schemaCommand(
  'scenarios',
  'script files',
  'scenario',
  async () =>
    JSON.stringify(
      (await import('../contract/authoring/json-schema.ts')).scenarioSchema(),
      null,
      2,
    ),
)
