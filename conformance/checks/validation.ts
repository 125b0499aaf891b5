import { specifiedIssue, specifiedValidation } from '../../contract/records/specified.ts'
import { type ActiveRow, passiveChecks, type PassiveRow } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { member, formatValue, walk } from '../session/json.ts'
import { checkEach, isRefusal, assert, requireBaseline, isAccepted } from '../session/assertions.ts'
import type { RuleId } from '../../contract/rules.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from '../setup/credentials.ts'
import { type JsonObject, objectsIn } from '../../contract/json.ts'

const traffic = {
  trafficFrom: ['lists.size-0-is-422', 'keys.name-is-required', 'login.password-is-required'],
} as const

const isInvalid = ({ status }: Exchange): boolean => status === 422

/** The items of `detail` in a validation error. */
const issues = ({ json }: Exchange): readonly JsonObject[] => objectsIn(member(json, 'detail'))

const amongInvalid = {
  kind: 'responses with 422',
  applies: isInvalid,
  lacks: 'an item in `detail`',
} as const

const hasIssues = (exchange: Exchange): boolean =>
  isInvalid(exchange) && issues(exchange).length > 0

const hasInIssue = (rule: RuleId, field: keyof typeof specifiedIssue.shape): PassiveRow => ({
  rule,
  detects: ['errors.validation-items'],
  among: amongInvalid,
  applies: hasIssues,
  verify: (exchange) =>
    checkEach(issues(exchange), (issue) =>
      assert.matches(specifiedIssue.shape[field], issue[field], exchange, `${field} of an item`),
    ),
})

/** Checks of validation errors (2.4, 4.C2), on all responses of the run. */
export const validationChecks = passiveChecks(traffic, {
  'errors.refused-input-is-422': {
    rule: 'requests.validation',
    detects: ['errors.validation-status'],
    // Ignores 401, 403 and 404: these refusals may come before validation, in any order.
    applies: (exchange) =>
      exchange.request.invalidField !== undefined &&
      isRefusal(exchange) &&
      ![401, 403, 404].includes(exchange.status),
    verify: (exchange) => assert.status(exchange, 422),
  },
  'errors.validation-detail-is-an-array': {
    rule: 'validation.detail',
    detects: ['errors.validation-items'],
    applies: isInvalid,
    verify: (exchange) => {
      assert.matches(specifiedValidation, exchange.json, exchange)
    },
  },
  'errors.validation-item-has-loc': hasInIssue('validation.loc', 'loc'),
  'errors.validation-item-has-msg': hasInIssue('validation.msg', 'msg'),
  'errors.validation-item-has-type': hasInIssue('validation.type', 'type'),
  'errors.validation-item-ctx-is-an-object': hasInIssue('validation.extras', 'ctx'),
  'errors.validation-item-ctx-is-not-null': {
    level: 'should',
    rule: 'validation.extras',
    applies: (exchange) => isInvalid(exchange) && issues(exchange).some((item) => 'ctx' in item),
    verify: (exchange) =>
      checkEach(issues(exchange), ({ ctx }) =>
        assert.holds(ctx !== null, 'ctx to be an object or absent', 'null', exchange),
      ),
  },
  'errors.validation-detail-is-not-empty': {
    level: 'should',
    rule: 'validation.detail',
    applies: (exchange) => isInvalid(exchange) && exchange.request.invalidField !== undefined,
    verify: (exchange) =>
      assert.holds(issues(exchange).length > 0, 'an item in detail', 'none', exchange),
  },
  'errors.validation-loc-names-the-field': {
    level: 'should',
    rule: 'validation.loc',
    among: amongInvalid,
    applies: (exchange) =>
      exchange.request.invalidField !== undefined && issues(exchange).length > 0,
    verify: (exchange) => {
      const places = issues(exchange).flatMap(({ loc }) => (Array.isArray(loc) ? loc : []))
      const field = exchange.request.invalidField ?? ''
      const isNamed = places.includes(field)
      assert.holds(isNamed, `a loc that contains ${field}`, formatValue(places), exchange)
    },
  },
  'errors.validation-item-extras': {
    level: 'observe',
    rule: 'validation.extras',
    detects: ['errors.validation-items'],
    among: amongInvalid,
    applies: hasIssues,
    verify: (exchange) => {
      const keys = new Set(issues(exchange).flatMap((item) => Object.keys(item)))
      const echoes = walk(exchange.json).some(({ key }) => /password|token/.test(key))
      return [...keys].toSorted().join(', ') + (echoes ? ' (echoes a password or token field)' : '')
    },
  },
})

/** An operation, and the rule about its input. */
type Input = {
  readonly rule: RuleId
  /** Sends valid input to the operation. If it is refused too, the check is inconclusive. */
  readonly validRequest: (session: TestSession) => Promise<Exchange>
  /** The path for invalid input; by default the path of the valid request. */
  readonly pathFor?: (session: TestSession) => Promise<string>
  /** The fields of the input; none by default. A check leaves out or replaces one field. */
  readonly fields?: (session: TestSession) => JsonObject
}

/** Creates a check that a target refuses input with this field value, or without the field. */
export const refusesInput = (
  { rule, validRequest, pathFor, fields = () => ({}) }: Input,
  invalidField: string,
  value?: unknown,
): ActiveRow => ({
  rule,
  detects: ['errors.validation-status'],
  run: async (session) => {
    const good = await validRequest(session)
    requireBaseline(isAccepted(good), `valid input is refused too (${good.status})`)
    const { method, path: validPath, bearer: credential } = good.request
    const path = (await pathFor?.(session)) ?? validPath
    const bearer = credential && (await userCredential(session))
    const valid = fields(session)
    const { [invalidField]: _, ...others } = valid
    const body = value === undefined ? others : { ...valid, [invalidField]: value }
    assert.status(await session.send({ method, path, bearer, body, invalidField }), 422)
  },
})

/** A value that is invalid for a string, a boolean and a number, even for a lenient parser. */
export const anObject = { a: 1 }
