import { collectGarbage, type GcOptions } from '../conformance/runner/gc.ts'
import { escapeLines } from '../contract/escape.ts'
import { readConformFlags } from './conform-flags.ts'
import type { Io } from './io.ts'
import { openLedger } from './ledger-file.ts'
import { openNetwork } from './network.ts'

/**
 * `understudy conform gc`: removes what earlier runs noted in a ledger and did not remove. Resolves
 * to the exit code: 0 nothing stays, 1 something does. Throws `UsageError` for a wrong command line.
 */
export async function gc(
  argv: readonly string[],
  io: Pick<Io, 'stdout'>,
  means: Pick<GcOptions, 'fetch' | 'now' | 'sleep'> = {},
): Promise<number> {
  const flags = readConformFlags(argv, process.env)
  if (flags.help) {
    io.stdout.write(usage)
    return 0
  }
  const { target } = flags
  const ledger = openLedger(target.baseUrl, flags.ledgerFile)
  const residue = ledger.open()
  const closeNetwork = openNetwork(flags, target.baseUrl, process.env)
  const stays = await collectGarbage({ ...flags, ...means, residue, ledger }).finally(closeNetwork)
  ledger.close()
  const removed = residue.length - stays.length
  const sum = `${ledger.file}: ${removed} removed or gone, ${stays.length} left.`
  io.stdout.write(escapeLines([sum, ...stays.map((line) => `left behind: ${line}`)]))
  return stays.length > 0 ? 1 : 0
}

const usage = `understudy conform gc --base-url URL [credentials] [--ledger FILE]

Removes what runs that were killed left on a deployment: only what their ledger names, and what the
deployment still lists under a name of the suite. Not for while a run goes on.

  --ledger FILE           the ledger (.understudy/residue-<host>.ndjson)
  credentials, --ca, --proxy, --timeout and --max-time as for understudy conform
`
