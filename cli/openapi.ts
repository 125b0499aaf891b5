import { writeFile } from 'node:fs/promises'
import { openApi } from '../contract/openapi/document.ts'
import { type Io, readFlags } from './command-line.ts'
import { ensureWritable } from './output-file.ts'

const openApiHelp = `understudy openapi: the contract as OpenAPI 3.1

  --out FILE          into a file instead of on standard output
`

const flags = {
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h', default: false },
} as const

/** Prints the OpenAPI document; gives the exit code. Throws `UsageError` for wrong flags. */
export async function printOpenApi(argv: readonly string[], io: Io): Promise<number> {
  const given = readFlags(argv, flags)
  if (given.help) {
    io.stdout.write(openApiHelp)
    return 0
  }
  if (given.out !== undefined) await ensureWritable(given.out)
  const text = `${JSON.stringify(openApi(), null, 2)}\n`
  if (given.out === undefined) io.stdout.write(text)
  else await writeFile(given.out, text)
  return 0
}
