import type { RuleId } from '../../contract/rules.ts'
import { assert, checkEach, errorCode, isUndecided, skip } from '../session/assertions.ts'
import { type ActiveRow, checks, corePlan } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import type { TestSession } from '../session/test-session.ts'
import {
  immediateCell,
  credentialStates,
  type CredentialState,
  isScopeState,
  type Moment,
  type RefusalCell,
  sharedCells,
} from '../setup/refusal-table.ts'
import { refusedUse, requireRefusal } from '../setup/refusals.ts'

/**
 * Requires a refusal for each cell of `sharedCells` that `includesCell` accepts. Returns no exchanges.
 */
const requireRefusals =
  (includesCell: (cell: RefusalCell) => boolean, verify: (exchange: Exchange) => void = () => {}) =>
  (session: TestSession) =>
    checkEach(sharedCells().filter(includesCell), async (cell) =>
      verify(await requireRefusal(session, cell)),
    )

/** Checks that a credential in this state is refused on every operation, in header and body. */
export const refusedEverywhere = (
  state: CredentialState,
  rule: RuleId,
  verify?: (exchange: Exchange) => void,
): ActiveRow => ({
  rule,
  run: requireRefusals((cell) => cell.state === state && cell.moment === 'at once', verify),
})

const refusedLater = (moment: Moment): ActiveRow => ({
  rule: 'credentials.expiry',
  detects: ['auth.expired-key', 'scopes.enforced'],
  run: requireRefusals((cell) => cell.moment === moment),
})

/** Fails if the error code of a refusal is not the one in the error table. */
async function assertCode(session: TestSession, cell: RefusalCell): Promise<void> {
  const { codes, status } = credentialStates[cell.state] as {
    readonly codes: readonly string[]
    readonly status?: number
  }
  // If the list of keys also has a wrong code, another check already reports the code.
  const { exchange: first } = await refusedUse(session, immediateCell(cell.state, 'keys'))
  const code = errorCode(first)
  if (code === undefined || !codes.includes(code)) skip('the list of keys has a wrong code, too')
  const exchange = await requireRefusal(session, cell).catch((error: unknown) =>
    isUndecided(error) ? skip(error.message) : skip('the credential is not refused'),
  )
  assert.code(exchange, ...codes)
  if (status !== undefined && first.status === status) assert.status(exchange, status)
}

/** Checks that keys without the needed scope are refused in the body field `token` too. */
export const scopeInBodyChecks = checks(corePlan, {
  'scopes.refused-in-the-body': {
    rule: 'scopes.refusal',
    detects: ['scopes.enforced'],
    run: requireRefusals(({ state, moment }) => isScopeState(state) && moment === 'at once'),
  },
})

/** Checks that refused credentials are still refused after a key was disabled or enabled again. */
export const laterRefusalChecks = checks(corePlan, {
  'credentials.refused-after-another-toggle': refusedLater('after another toggle'),
})

/** Checks of refusals at the end of a run, and of the error codes of all refusals. */
export const lastRefusalChecks = checks(corePlan, {
  'credentials.refused-at-the-end': refusedLater('at the end of the run'),
  'credentials.refusals-have-their-code-everywhere': {
    rule: 'errors.table',
    run: (session) =>
      checkEach(
        sharedCells().filter(({ state }) => state !== 'missing' && !isScopeState(state)),
        (cell) => assertCode(session, cell),
      ),
  },
})
