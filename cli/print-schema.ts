import { defineCommand } from './define-command.ts'
import { readDocPage } from './doc-pages.ts'
import { writeOutput } from './output-file.ts'
import type { SchemaName } from './schema-line.ts'
import { outFlag } from './shared-flags.ts'

/** Creates the command that prints the JSON Schema of a kind of files, such as `profile`. */
const schemaCommand = (command: string, files: string, name: SchemaName, indent?: number) =>
  defineCommand(
    {
      usage: `${command} schema [flags]`,
      about: `Prints the JSON Schema of ${files}.`,
      flags: outFlag,
      notes: `Editors complete ${files} that begin with a line such as this one. The path leads from the file to the
package; other files may name the schema that this command writes.
# yaml-language-server: $schema=./node_modules/agent-understudy/schemas/${name}.json`,
    },
    async ({ out }, io) => {
      const schema: unknown = JSON.parse(readDocPage(`${name}.schema.json`))
      return writeOutput(out, `${JSON.stringify(schema, null, indent)}\n`, io)
    },
  )

export const printProfileSchema = schemaCommand('profiles', 'profile files', 'profile')

export const printScenarioSchema = schemaCommand('scenarios', 'script files', 'scenario', 2)
