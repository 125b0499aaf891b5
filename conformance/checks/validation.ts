import { specifiedIssue, specifiedValidation } from '../../contract/records/specified.ts'
import type { PassiveCheck, ActiveCheck, Need, Plan } from '../session/check.ts'
import type { Exchange, RequestSpec } from '../session/exchange.ts'
import { isObject, member, formatValue, walk, type JsonObject } from '../session/json.ts'
import { each, isRefusal, assert, requireBaseline, isAccepted } from '../session/assertions.ts'
import type { RuleId } from '../../contract/rules.ts'
import type { TestSession } from '../session/test-session.ts'

const fedBy = ['lists.size-0-is-422', 'keys.name-is-required', 'login.password-is-required']

const isInvalid = ({ status }: Exchange): boolean => status === 422

/** The items of the `detail` of a validation body. */
const issues = ({ json }: Exchange): readonly JsonObject[] => {
  const detail = member(json, 'detail')
  return Array.isArray(detail) ? detail.filter(isObject) : []
}

type IssueMember = 'loc' | 'msg' | 'type' | 'ctx'

const hasInIssue = (
  id: string,
  rule: 'validation.loc' | 'validation.msg' | 'validation.type' | 'validation.extras',
  field: IssueMember,
): PassiveCheck => ({
  id,
  level: 'must',
  rule,
  sees: ['errors.validation-items'],
  fedBy,
  applies: (exchange) => isInvalid(exchange) && issues(exchange).length > 0,
  judge: (exchange) =>
    each(issues(exchange), (issue) =>
      assert.match(specifiedIssue.shape[field], issue[field], exchange, `${field} of an item`),
    ),
})

/** Validation bodies (2.4, 4.C2), over all that other checks see. */
export const validationChecks: readonly PassiveCheck[] = [
  {
    id: 'errors.refused-input-is-422',
    level: 'must',
    rule: 'requests.validation',
    sees: ['errors.validation-status'],
    fedBy,
    // Where several refusals apply, another may come first; their order is not shown.
    applies: (exchange) =>
      exchange.ask.breaks !== undefined &&
      isRefusal(exchange) &&
      ![401, 403, 404].includes(exchange.status),
    judge: (exchange) => assert.status(exchange, 422),
  },
  {
    id: 'errors.validation-detail-is-an-array',
    level: 'must',
    rule: 'validation.detail',
    sees: ['errors.validation-items'],
    fedBy,
    applies: isInvalid,
    judge: (exchange) => {
      assert.match(specifiedValidation, exchange.json, exchange)
    },
  },
  hasInIssue('errors.validation-item-has-loc', 'validation.loc', 'loc'),
  hasInIssue('errors.validation-item-has-msg', 'validation.msg', 'msg'),
  hasInIssue('errors.validation-item-has-type', 'validation.type', 'type'),
  hasInIssue('errors.validation-item-ctx-is-an-object', 'validation.extras', 'ctx'),
  {
    id: 'errors.validation-item-ctx-is-not-null',
    level: 'should',
    rule: 'validation.extras',
    fedBy,
    applies: (exchange) => isInvalid(exchange) && issues(exchange).some((item) => 'ctx' in item),
    judge: (exchange) =>
      each(issues(exchange), ({ ctx }) =>
        assert.holds(ctx !== null, 'ctx to be an object or absent', 'null', exchange),
      ),
  },
  {
    id: 'errors.validation-detail-is-not-empty',
    level: 'should',
    rule: 'validation.detail',
    fedBy,
    applies: (exchange) => isInvalid(exchange) && exchange.ask.breaks !== undefined,
    judge: (exchange) =>
      assert.holds(issues(exchange).length > 0, 'an item in detail', 'none', exchange),
  },
  {
    id: 'errors.validation-loc-names-the-field',
    level: 'should',
    rule: 'validation.loc',
    fedBy,
    applies: (exchange) => exchange.ask.breaks !== undefined && issues(exchange).length > 0,
    judge: (exchange) => {
      const places = issues(exchange).flatMap(({ loc }) => (Array.isArray(loc) ? loc : []))
      const field = exchange.ask.breaks ?? ''
      assert.holds(
        places.includes(field),
        `a loc that names ${field}`,
        formatValue(places),
        exchange,
      )
    },
  },
  {
    id: 'errors.validation-item-extras',
    level: 'observe',
    rule: 'validation.extras',
    sees: ['errors.validation-items'],
    fedBy,
    applies: (exchange) => isInvalid(exchange) && issues(exchange).length > 0,
    judge: (exchange) => {
      const keys = new Set(issues(exchange).flatMap((item) => Object.keys(item)))
      const echoes = walk(exchange.json).some(({ key }) => /password|token/.test(key))
      return [...keys].toSorted().join(', ') + (echoes ? ' (echoes a password or token field)' : '')
    },
  },
]

/** One input that the specification does not allow, and the request that carries it. */
type InvalidInput = {
  readonly id: string
  readonly rule: RuleId
  readonly plan: Plan
  readonly level?: 'must' | 'should'
  readonly needs?: readonly Need[]
  /** The field that is broken or missing. */
  readonly breaks: string
  /** The same operation with good input: unless it was accepted, a refusal proves nothing. */
  readonly control: (lab: TestSession) => Promise<Exchange>
  readonly ask: (lab: TestSession) => RequestSpec | Promise<RequestSpec>
}

/** A check that an invalid input is answered 422. */
export const refusesInput = (input: InvalidInput): ActiveCheck => ({
  id: input.id,
  level: input.level ?? 'must',
  rule: input.rule,
  plan: input.plan,
  needs: input.needs ?? ['user'],
  sees: ['errors.validation-status'],
  run: async (lab) => {
    const good = await input.control(lab)
    requireBaseline(isAccepted(good), `good input is refused too (${good.status})`)
    assert.status(await lab.send({ ...(await input.ask(lab)), breaks: input.breaks }), 422)
  },
})

/** What no lax parser takes for a string, a boolean or a number. */
export const anObject = { a: 1 }
