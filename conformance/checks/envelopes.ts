import { memoizeByObject } from '../../contract/memoize.ts'
import { isRealDay, toMoment } from '../../contract/canonical-date.ts'
import { specifiedSuccess } from '../../contract/records/specified.ts'
import { type Check, checks, corePlan, passiveChecks } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { member, formatValue, type LocatedValue, walk } from '../session/json.ts'
import type { TestSession } from '../session/test-session.ts'
import { requireBaseline, checkEach, isAccepted, assert, skip } from '../session/assertions.ts'
import { Blocked } from '../session/outcomes.ts'
import { createdConversation, listedConversation } from '../setup/conversations.ts'
import { dateOf, noReadableDate } from '../setup/dates.ts'
import { keyRecord } from '../setup/key-lifecycle.ts'
import { isObject } from '../../contract/json.ts'
import { resultFields } from './events.ts'

const traffic = {
  trafficFrom: ['keys.new-key-is-listed', 'lists.answer-200', 'conversations.creation-answers-200'],
} as const

const isoMoment =
  /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?<offset>Z|[+-]\d\d(?::?\d\d)?)?$/

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' &&
  isoMoment.test(value) &&
  !Number.isNaN(Date.parse(value.slice(0, 16))) &&
  isRealDay(value)

const offsetOf = (moment: string): string | undefined => isoMoment.exec(moment)?.groups?.['offset']

const isUtc = (offset: string): boolean => offset === 'Z' || /^[+-]00(?::?00)?$/.test(offset)

/** Fields that users, models and tools fill: a name inside them can mean anything. */
const freeFields: ReadonlySet<string> = new Set([
  'arguments',
  'config',
  'env',
  'headers',
  'input',
  'input_schema',
  'inputs',
  'metadata',
  'output_mapping',
  'output_schema',
  'outputs',
  'parameters_schema',
  'properties',
  'request_body_template',
  'tool_args',
  'tool_input',
  'user_metadata',
  ...resultFields,
])

const isInFreeField = ({ container }: LocatedValue): boolean =>
  container !== undefined && (freeFields.has(container.key) || isInFreeField(container))

/** Whether a value is a timestamp field: its name ends in `_at`, and it is not null. */
const isMomentField = (place: LocatedValue): boolean =>
  place.key.endsWith('_at') && place.value !== null && !isInFreeField(place)

// Cached for each exchange, because three checks read the timestamps twice.
const moments = memoizeByObject(({ json, events }: Exchange): readonly LocatedValue[] =>
  [json, ...events.map((event) => event.json)].flatMap((document) =>
    walk(document).filter(isMomentField).toArray(),
  ),
)

// Ignores refusals, which may repeat timestamps of the request, and the API description, which has
// names of fields but no timestamps.
const hasMoments = (exchange: Exchange): boolean =>
  exchange.request.path.startsWith('/api/') && isAccepted(exchange) && moments(exchange).length > 0

const checkMoments =
  (expected: (field: string) => string, isRight: (value: string) => boolean) =>
  (exchange: Exchange) =>
    checkEach(
      moments(exchange).filter(({ value }) => isMoment(value)),
      ({ key, value }) =>
        assert.holds(isRight(String(value)), expected(key), formatValue(value), exchange),
    )

const withMoments = {
  detects: ['records.timestamps', 'events.step-moments'],
  applies: hasMoments,
} as const

const passiveEnvelopeChecks = passiveChecks(traffic, {
  'envelopes.bodies-are-json': {
    rule: 'bodies.json',
    detects: ['errors.crash'],
    // Responses outside of the API may have any format.
    applies: ({ request, text }) => request.path.startsWith('/api/') && text !== '',
    verify: (exchange) => {
      const type = exchange.headers.get('content-type') ?? 'no content type'
      const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(type)
      const got = `${type} with status ${exchange.status}`
      assert.holds(isJson, 'a body with the type application/json', got, exchange)
      assert.holds(exchange.json !== undefined, 'a JSON body', exchange.text, exchange)
    },
  },
  'envelopes.json-is-utf-8': {
    rule: 'bodies.json',
    applies: ({ request, json }) => request.path.startsWith('/api/') && json !== undefined,
    verify: (exchange) => {
      const expected = 'JSON in UTF-8 without a byte order mark'
      assert.holds(exchange.flaw === undefined, expected, exchange.flaw ?? '', exchange)
    },
  },
  'timestamps.are-iso-8601': {
    ...withMoments,
    rule: 'timestamps.iso',
    verify: (exchange) =>
      checkEach(moments(exchange), ({ key, value }) => {
        const expected = `${key} to be an ISO 8601 date-time`
        assert.holds(isMoment(value), expected, formatValue(value), exchange)
      }),
  },
  'timestamps.offset-is-utc': {
    ...withMoments,
    rule: 'timestamps.utc',
    verify: checkMoments(
      (field) => `${field} in UTC`,
      (value) => isUtc(offsetOf(value) ?? 'Z'),
    ),
  },
  'timestamps.say-utc': {
    ...withMoments,
    level: 'should',
    rule: 'timestamps.utc',
    verify: checkMoments(
      () => 'an explicit Z or +00:00',
      (value) => offsetOf(value) !== undefined,
    ),
  },
  'envelopes.success-has-no-error': {
    rule: 'success.no-error',
    detects: ['errors.success-error-field'],
    applies: ({ json }) => member(json, 'success') === true,
    verify: (exchange) => {
      assert.matches(
        specifiedSuccess.shape.error,
        member(exchange.json, 'error'),
        exchange,
        'error',
      )
    },
  },
  'envelopes.kinds': {
    level: 'observe',
    rule: 'success.data',
    detects: ['errors.success-error-field'],
    applies: (exchange) => isAccepted(exchange) && exchange.events.length === 0,
    verify: ({ request, status, json }) =>
      `${request.method} ${pattern(request.path)}: ${status} ${kindOf(json)}`,
  },
})

const pattern = (path: string): string =>
  path.replace(/\?.*/, '').replaceAll(/\/(?=[^/]*\d)[^/]{6,}/g, '/{id}')

function kindOf(json: unknown): string {
  if (!isObject(json)) return json === undefined ? 'empty' : typeof json
  if ('items' in json) return 'page'
  if (!('success' in json)) return 'bare object'
  return 'error' in json ? 'success envelope with error' : 'success envelope'
}

/** The `created_at` of a record, the response that showed it, and the response to the creation. */
type Dated = { readonly created: unknown; readonly creation: Exchange; readonly exchange: Exchange }

const createDatedRecords: readonly ((session: TestSession) => Promise<Dated>)[] = [
  async (session) => {
    const { key, record, exchange } = await keyRecord(session, 'full')
    return { created: record['created_at'], creation: key.exchange, exchange }
  },
  async (session) => {
    const made = await createdConversation(session, 'titled')
    const { item, exchange } = await listedConversation(session, made)
    const created = item?.['created_at'] ?? skip('the list does not show when it was created')
    return { created, creation: made.exchange, exchange }
  },
]

/** The milliseconds between `created_at` and the `Date` header of the creation response. */
async function clockGap(
  session: TestSession,
  make: (typeof createDatedRecords)[number],
): Promise<{ gap: number; exchange: Exchange }> {
  const { created, creation, exchange } = await make(session)
  const time = dateOf(creation)
  requireBaseline(time !== undefined, noReadableDate)
  if (!isMoment(created)) throw new Blocked('created_at is not an ISO 8601 date-time')
  return { gap: Math.abs(toMoment(created) - time), exchange }
}

const minute = 60_000

/** Creates a check that judges the `clockGap` (ms) of a new key and of a new conversation. */
const onEachRecord = (judge: (gap: number, exchange: Exchange) => void) => (session: TestSession) =>
  checkEach(createDatedRecords, async (make) => {
    const { gap, exchange } = await clockGap(session, make)
    judge(gap, exchange)
  })

/** The timestamps of past events in a response, such as `created_at`. */
const pastMoments = ({ json }: Exchange): readonly LocatedValue[] =>
  walk(json)
    .filter(
      (place) => /^(?:created|updated|last_used)_at$/.test(place.key) && !isInFreeField(place),
    )
    .filter(({ value }) => isMoment(value))
    .toArray()

const clockChecks = checks(corePlan, {
  'timestamps.local-time-is-not-labelled-utc': {
    rule: 'timestamps.utc',
    detects: ['records.timestamps'],
    run: onEachRecord((gap, exchange) => {
      // Time zone offsets are multiples of 15 minutes; any other gap is a wrong clock.
      const rest = gap % (15 * minute)
      const isOffset = gap >= 14 * minute && Math.min(rest, 15 * minute - rest) <= 2 * minute
      const got = `${Math.round(gap / minute)} minutes off`
      assert.holds(!isOffset, 'created_at to be the time of creation in UTC', got, exchange)
    }),
  },
  'timestamps.agree-with-the-clock': {
    level: 'should',
    rule: 'timestamps.utc',
    run: onEachRecord((gap, exchange) =>
      assert.holds(gap <= 2 * minute, 'created_at within 2 minutes', `${gap} ms`, exchange),
    ),
    judgement: {
      applies: (exchange) => isAccepted(exchange) && dateOf(exchange) !== undefined,
      verify: (exchange) =>
        checkEach(pastMoments(exchange), ({ key, value, container }) => {
          const moment = toMoment(String(value))
          const created = toMoment(String(member(container?.value, 'created_at')))
          const isPast = moment <= (dateOf(exchange) ?? 0) + 2 * minute
          const got = formatValue(value)
          assert.holds(isPast, `${key} not after the time of the response`, got, exchange)
          const isLate = Number.isNaN(created) || moment > created - minute
          assert.holds(isLate, `${key} not before created_at`, got, exchange)
        }),
    },
  },
})

/** Checks of general rules and envelopes (1, 2.3), mostly on all responses of the run. */
export const envelopeChecks: readonly Check[] = [...passiveEnvelopeChecks, ...clockChecks]
