import type { RuleId } from '../../contract/rules.ts'
import { assert, each, errorCode, isUndecided, skip } from '../session/assertions.ts'
import { type ActiveRow, checks, corePlan } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import {
  atOnce,
  credentialStates,
  type CredentialState,
  isScopeState,
  type Moment,
  type RefusalCell,
  sharedCells,
} from '../setup/refusal-table.ts'
import { refusedUse, requireRefusal } from '../setup/refusals.ts'

const cellsOf = (wanted: (cell: RefusalCell) => boolean): readonly RefusalCell[] =>
  sharedCells().filter(wanted)

/** A credential in this state is refused on every operation, and wherever it is sent. */
export const refusedEverywhere = (
  state: CredentialState,
  rule: RuleId,
  verify: (exchange: Exchange) => void = () => {},
): ActiveRow => ({
  rule,
  run: (session) =>
    each(
      cellsOf((cell) => cell.state === state && cell.moment === 'at once'),
      async (cell) => verify(await requireRefusal(session, cell)),
    ),
})

/**
 * Requires a refusal. Returns no exchange, because the report of a passed check need not show it.
 */
async function requireRefused(session: TestSession, cell: RefusalCell): Promise<void> {
  await requireRefusal(session, cell)
}

const refusedLater = (moment: Moment): ActiveRow => ({
  rule: 'credentials.expiry',
  detects: ['auth.expired-key', 'scopes.enforced'],
  run: (session) =>
    each(
      cellsOf((cell) => cell.moment === moment),
      (cell) => requireRefused(session, cell),
    ),
})

/** Fails if a refusal has another code than the error table has for it. */
async function assertCode(session: TestSession, cell: RefusalCell): Promise<void> {
  const { codes, status } = credentialStates[cell.state] as {
    readonly codes: readonly string[]
    readonly status?: number
  }
  // The check of the code on one operation reports a code that is wrong everywhere.
  const { exchange: first } = await refusedUse(session, atOnce(cell.state, 'keys'))
  const code = errorCode(first)
  if (code === undefined || !codes.includes(code)) skip('the code is wrong everywhere')
  const exchange = await requireRefusal(session, cell).catch((error: unknown) =>
    isUndecided(error) ? skip(error.message) : skip('the credential is not refused'),
  )
  assert.code(exchange, ...codes)
  if (status !== undefined && first.status === status) assert.status(exchange, status)
}

/** Keys with a scope in the body field `token`. */
export const scopeInBodyChecks = checks(corePlan, {
  'scopes.refused-in-the-body': {
    rule: 'scopes.refusal',
    detects: ['scopes.enforced'],
    run: (session) =>
      each(
        cellsOf(({ state, moment }) => isScopeState(state) && moment === 'at once'),
        (cell) => requireRefused(session, cell),
      ),
  },
})

/** Refusals that a cache or a later change may have undone. They come late in a run. */
export const laterRefusalChecks = checks(corePlan, {
  'credentials.refused-after-another-toggle': refusedLater('after another toggle'),
})

/** The last uses of credentials, and the codes of all refusals. */
export const lastRefusalChecks = checks(corePlan, {
  'credentials.refused-at-the-end': refusedLater('at the end of the run'),
  'credentials.refusals-have-their-code-everywhere': {
    rule: 'errors.table',
    run: (session) =>
      each(
        cellsOf(({ state }) => state !== 'missing' && !isScopeState(state)),
        (cell) => assertCode(session, cell),
      ),
  },
})
