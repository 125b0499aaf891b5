import { writeFile } from 'node:fs/promises'
import { scenarioSchema } from '../../authoring/json-schema.ts'
import { type Io, readFlags } from '../command-line.ts'

const help = `understudy scenarios schema: the JSON Schema of script files, for editors

  --out FILE          into a file instead of on standard output

A file that begins with \`# yaml-language-server: $schema=./scenario.schema.json\` is completed and
explained by editors, with the schema beside it.
`

const flags = {
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Prints the JSON Schema of script files; gives the exit code. Throws `UsageError` for wrong flags. */
export async function printScenarioSchema(argv: readonly string[], io: Io): Promise<number> {
  const given = readFlags(argv, flags)
  const text = given.help ? help : `${JSON.stringify(scenarioSchema(), null, 2)}\n`
  if (given.out === undefined || given.help) io.stdout.write(text)
  else await writeFile(given.out, text)
  return 0
}
