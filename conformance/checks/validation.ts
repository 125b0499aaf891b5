import { specifiedIssue, specifiedValidation } from '../../contract/records/specified.ts'
import type { PassiveCheck, ActiveCheck, Need, Plan } from '../session/check.ts'
import type { Exchange, RequestSpec } from '../session/exchange.ts'
import { member, formatValue, walk } from '../session/json.ts'
import { each, isRefusal, assert, requireBaseline, isAccepted } from '../session/assertions.ts'
import type { RuleId } from '../../contract/rules.ts'
import type { TestSession } from '../session/test-session.ts'
import { isObject, type JsonObject } from '../../contract/json.ts'

const trafficFrom = ['lists.size-0-is-422', 'keys.name-is-required', 'login.password-is-required']

const isInvalid = ({ status }: Exchange): boolean => status === 422

/** The items of `detail` in a validation error. */
const issues = ({ json }: Exchange): readonly JsonObject[] => {
  const detail = member(json, 'detail')
  return Array.isArray(detail) ? detail.filter(isObject) : []
}

const amongInvalid = {
  kind: 'responses with 422',
  applies: isInvalid,
  lacks: 'an item in `detail`',
} as const

type IssueMember = 'loc' | 'msg' | 'type' | 'ctx'

const hasInIssue = (
  id: string,
  rule: 'validation.loc' | 'validation.msg' | 'validation.type' | 'validation.extras',
  field: IssueMember,
): PassiveCheck => ({
  id,
  level: 'must',
  rule,
  detects: ['errors.validation-items'],
  trafficFrom,
  among: amongInvalid,
  applies: (exchange) => isInvalid(exchange) && issues(exchange).length > 0,
  verify: (exchange) =>
    each(issues(exchange), (issue) =>
      assert.matches(specifiedIssue.shape[field], issue[field], exchange, `${field} of an item`),
    ),
})

/** Validation errors (2.4, 4.C2), for all responses of the run. */
export const validationChecks: readonly PassiveCheck[] = [
  {
    id: 'errors.refused-input-is-422',
    level: 'must',
    rule: 'requests.validation',
    detects: ['errors.validation-status'],
    trafficFrom,
    // If several refusals apply, another may come first; their order is not specified.
    applies: (exchange) =>
      exchange.request.invalidField !== undefined &&
      isRefusal(exchange) &&
      ![401, 403, 404].includes(exchange.status),
    verify: (exchange) => assert.status(exchange, 422),
  },
  {
    id: 'errors.validation-detail-is-an-array',
    level: 'must',
    rule: 'validation.detail',
    detects: ['errors.validation-items'],
    trafficFrom,
    applies: isInvalid,
    verify: (exchange) => {
      assert.matches(specifiedValidation, exchange.json, exchange)
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
    trafficFrom,
    applies: (exchange) => isInvalid(exchange) && issues(exchange).some((item) => 'ctx' in item),
    verify: (exchange) =>
      each(issues(exchange), ({ ctx }) =>
        assert.holds(ctx !== null, 'ctx to be an object or absent', 'null', exchange),
      ),
  },
  {
    id: 'errors.validation-detail-is-not-empty',
    level: 'should',
    rule: 'validation.detail',
    trafficFrom,
    applies: (exchange) => isInvalid(exchange) && exchange.request.invalidField !== undefined,
    verify: (exchange) =>
      assert.holds(issues(exchange).length > 0, 'an item in detail', 'none', exchange),
  },
  {
    id: 'errors.validation-loc-names-the-field',
    level: 'should',
    rule: 'validation.loc',
    trafficFrom,
    among: amongInvalid,
    applies: (exchange) =>
      exchange.request.invalidField !== undefined && issues(exchange).length > 0,
    verify: (exchange) => {
      const places = issues(exchange).flatMap(({ loc }) => (Array.isArray(loc) ? loc : []))
      const field = exchange.request.invalidField ?? ''
      assert.holds(
        places.includes(field),
        `a loc that contains ${field}`,
        formatValue(places),
        exchange,
      )
    },
  },
  {
    id: 'errors.validation-item-extras',
    level: 'observe',
    rule: 'validation.extras',
    detects: ['errors.validation-items'],
    trafficFrom,
    among: amongInvalid,
    applies: (exchange) => isInvalid(exchange) && issues(exchange).length > 0,
    verify: (exchange) => {
      const keys = new Set(issues(exchange).flatMap((item) => Object.keys(item)))
      const echoes = walk(exchange.json).some(({ key }) => /password|token/.test(key))
      return [...keys].toSorted().join(', ') + (echoes ? ' (echoes a password or token field)' : '')
    },
  },
]

/** An input that the specification does not allow, and the request with it. */
type InvalidInput = {
  readonly id: string
  readonly rule: RuleId
  readonly plan: Plan
  readonly level?: 'must' | 'should'
  readonly needs?: readonly Need[]
  /** The field that is invalid or missing. */
  readonly invalidField: string
  /**
   * The same operation with valid input. If this is refused, too, the other refusal proves nothing.
   */
  readonly validRequest: (session: TestSession) => Promise<Exchange>
  readonly invalidRequest: (session: TestSession) => RequestSpec | Promise<RequestSpec>
}

/** Makes a check that an invalid input is refused with 422. */
export const refusesInput = (input: InvalidInput): ActiveCheck => ({
  id: input.id,
  level: input.level ?? 'must',
  rule: input.rule,
  plan: input.plan,
  needs: input.needs ?? ['user'],
  detects: ['errors.validation-status'],
  run: async (session) => {
    const good = await input.validRequest(session)
    requireBaseline(isAccepted(good), `valid input is refused too (${good.status})`)
    assert.status(
      await session.send({
        ...(await input.invalidRequest(session)),
        invalidField: input.invalidField,
      }),
      422,
    )
  },
})

/** No lenient parser accepts an object as a string, a boolean or a number. */
export const anObject = { a: 1 }
