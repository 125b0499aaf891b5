import { abortableFetch } from '../../contract/abortable-fetch.ts'
import { removeResidue } from './clean-up.ts'
import { defaultMaxTime, defaultTimeout, suiteLimits } from '../session/limits.ts'
import type { Target } from '../session/test-session.ts'
import { quoteMasked } from '../report/evidence.ts'
import { createMask } from '../report/mask.ts'
import { createRecorder } from './recorder.ts'
import type { Ledger, Residue } from './residue.ts'
import type { RunOptions } from './runner.ts'
import { systemTime } from '../session/time.ts'

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
  const { target, residue, ledger } = options
  const session = createRecorder({
    target,
    fetch: options.fetch ?? abortableFetch,
    now: options.now ?? systemTime.now,
    sleep: options.sleep ?? systemTime.sleep,
    grace: 0,
    timeout: options.timeout ?? defaultTimeout,
    maxTime: options.maxTime ?? defaultMaxTime,
    limits: options.limits ?? suiteLimits,
    tag: 'gc',
    ledger,
    inherited: residue,
  })
  const leftovers = await removeResidue(session, session.residue, { verify: true })
  const mask = createMask(target, session.exchanges)
  return leftovers.map(({ residue: { kind, id, name }, why }) =>
    quoteMasked(`${kind} ${id ?? name ?? 'without a name'}: ${why}`, mask),
  )
}
