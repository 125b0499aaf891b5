import { removeResidue } from './clean-up.ts'
import type { Target } from '../session/test-session.ts'
import { quoteMasked } from '../report/evidence.ts'
import { createMask } from '../report/mask.ts'
import { createRecorder } from './recorder.ts'
import type { Ledger, Residue } from './residue.ts'
import type { RunOptions } from './runner.ts'

export type GcOptions = Pick<
  RunOptions,
  'fetch' | 'now' | 'sleep' | 'timeout' | 'maxTime' | 'limits'
> & {
  readonly target: Target
  /** Records that earlier runs left behind, oldest first. */
  readonly residue: readonly Residue[]
  /** Receives an entry for each removed record. */
  readonly ledger: Ledger
}

/** Removes records of unfinished runs. Returns a line with a reason for each record that stays. */
export async function collectGarbage(options: GcOptions): Promise<readonly string[]> {
  const { target, residue, ledger, fetch, now, sleep, timeout, maxTime, limits } = options
  const connection = { target, fetch, now, sleep, timeout, maxTime, limits }
  const records = { ledger, inherited: residue }
  const session = createRecorder({ ...connection, ...records, grace: 0, tag: 'gc' })
  const leftovers = await removeResidue(session, session.residue, { verify: true })
  const mask = createMask(target, session.exchanges)
  return leftovers.map(({ residue: { kind, id, name }, why }) =>
    quoteMasked(`${kind} ${id ?? name ?? 'without a name'}: ${why}`, mask),
  )
}
