import { writeFile } from 'node:fs/promises'
import { openApi } from '../contract/openapi/document.ts'
import { type Flags, helpText, type Io, readFlags } from './command-line.ts'
import { ensureWritable } from './output-file.ts'

export const openApiFlags = {
  out: { value: 'FILE', help: 'writes to a file instead of standard output' },
} as const satisfies Flags

/** Prints the OpenAPI document; resolves to the exit code. Throws `UsageError` for wrong flags. */
export async function printOpenApi(argv: readonly string[], io: Io): Promise<number> {
  const given = readFlags(argv, openApiFlags)
  if (given.help) {
    io.stdout.write(
      helpText(
        'agent-understudy openapi [flags]',
        'Prints the contract as OpenAPI 3.1.',
        openApiFlags,
      ),
    )
    return 0
  }
  if (given.out !== undefined) await ensureWritable(given.out)
  const text = `${JSON.stringify(openApi(), null, 2)}\n`
  if (given.out === undefined) io.stdout.write(text)
  else await writeFile(given.out, text)
  return 0
}
