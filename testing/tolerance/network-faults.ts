import type { FaultInput } from '../../contract/fault.ts'
import { mapFields } from '../../contract/json.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import { type OperationId, operationIds, operations } from '../../contract/operations.ts'
import type { Answer } from '../../contract/profile/answers.ts'
import type { Profile } from '../../contract/picks.ts'
import type { BehaviourResult } from '../../contract/tolerance-report.ts'
import { environmentVariants } from './environments.ts'
import type { Variant } from './variant.ts'

/** A behaviour of a network, a proxy or a busy server, which faults of the fake imitate. */
type NetworkFault = Pick<Variant, 'says' | 'slots' | 'isFair'> & {
  /** The way in which a tolerant client handles the fault. */
  readonly advice: string
  readonly faults: readonly Omit<FaultInput, 'id'>[]
}

const turnOperations = ['chat.react', 'chat.dag', 'chat.auto']
const readOperations = 'GET /api/*'
const families = /^(conversations|agents|knowledge-bases|workflows|connectors)\./
/** The operations that change a record. */
const changes = operationIds.filter((id) => families.test(id) && operations[id].method !== 'GET')

/** A turn without a conversation is not stored, so that no client can resume it. */
const hasConversation: Variant['isFair'] = ({ request, stream }) =>
  stream === null || /"conversation_id":\s*"/.test(request.body?.text ?? '')
/** An API key cannot be refreshed. */
const hasSession: Variant['isFair'] = ({ caller }) => caller?.key == null

const expiredToken = { error: { code: 'token_expired', persists: 'token' } } as const

const tooManyRequests = {
  code: 'rate_limit_exceeded',
  retry_after: 1,
  // A test may freeze the clock: then a client that waits would never be served again.
  persists: 'time-unless-frozen',
} as const

const refusalFault = (
  says: string,
  advice: string,
  effect: FaultInput['effect'],
  { endpoint = readOperations, nth = 2 }: FaultInput['match'] = {},
): NetworkFault => ({
  says,
  advice,
  slots: [endpoint === readOperations ? 'refused-read' : 'refused-change'],
  faults: [{ match: { endpoint, nth }, effect }],
})

type Stream = NonNullable<FaultInput['effect']['stream']>

const turnFault = (stream: Stream): NetworkFault['faults'][number] => ({
  match: { endpoint: turnOperations },
  times: 1,
  effect: { stream },
})

const cutFault = (
  says: string,
  advice: string,
  cutPlace: Stream['cut'],
  ...then: NetworkFault['faults']
): NetworkFault => ({
  says,
  advice,
  slots: ['refused-turn', 'whole-turn'],
  isFair: hasConversation,
  faults: [turnFault({ cut: cutPlace }), ...then],
})

/** The faults by the title of their group in the report, and by name. */
const faultGroups: Readonly<Record<string, Readonly<Record<string, NetworkFault>>>> = {
  'refusals of busy servers': {
    // This fault is first, so that most runs have it: a run can have only one refusal of reads.
    'unavailable-once': refusalFault(
      'the second read is refused once with 503 and `Retry-After: 1`',
      'Wait for `Retry-After`, and repeat the read.',
      { error: { code: 'service_unavailable', retry_after: 1 } },
    ),
    'rate-limited-once': refusalFault(
      'the second read is refused with 429 and `Retry-After: 1`, and again if it comes earlier',
      'Wait for `Retry-After`, which counts seconds, and repeat the read.',
      { error: tooManyRequests },
    ),
    'rate-limited-until': refusalFault(
      'the second read is refused with 429 and a date in `Retry-After`, and again if it comes earlier',
      'Read `Retry-After` as seconds or as a date, wait for it, and repeat the read.',
      { error: { ...tooManyRequests, retry_date: true } },
    ),
    'rate-limited-without-time': refusalFault(
      'the second read is refused once with 429 without `Retry-After`',
      'Wait for a time of your own, and repeat the read.',
      { error: { code: 'rate_limit_exceeded' } },
    ),
  },
  'answers of proxies before the platform': {
    'bad-gateway-once': refusalFault(
      'the second read gets the page of a proxy once, 502 in HTML',
      'Decide by the status before the body is parsed, and repeat the read.',
      { gateway: { status: 502, retry_after: 1 } },
    ),
    'unavailable-page': refusalFault(
      'the second read gets the page of a proxy once, 503 in HTML without `Retry-After`',
      'Decide by the status before the body is parsed, and repeat the read.',
      { gateway: { status: 503 } },
    ),
    'gateway-timeout-once': refusalFault(
      'the second read gets 504 of a proxy once, without a body',
      'Decide by the status before the body is parsed, and repeat the read.',
      { gateway: { status: 504, body: 'empty', retry_after: 1 } },
    ),
  },
  redirects: {
    'redirected-once': {
      ...refusalFault(
        'the first read is redirected once, to the same address',
        'Follow redirects, and keep the headers.',
        { gateway: { status: 307 } },
        { endpoint: readOperations, nth: 1 },
      ),
      slots: ['redirect'],
    },
  },
  'compressed responses': {
    compressed: {
      says: 'bodies of JSON are compressed with gzip, with the length of what is sent',
      advice: 'Take `Content-Length` for no more than an estimate.',
      faults: [{ effect: { compression: 'gzip' } }],
    },
  },
  'tokens that expire': {
    'token-expired-once': {
      ...refusalFault(
        'at the second read the token expires: each request with it gets `token_expired`; a refresh works',
        'Refresh the token once for all requests that wait, and repeat them with the new one.',
        expiredToken,
      ),
      isFair: hasSession,
    },
    'token-expired-at-change': {
      ...refusalFault(
        'at the first change of a record the token expires; a refresh works',
        'Refresh the token once, and repeat the change: nothing was changed.',
        expiredToken,
        { endpoint: changes, nth: 1 },
      ),
      isFair: hasSession,
    },
    'token-expired-at-turn': {
      ...refusalFault(
        'at the first turn the token expires; a refresh works',
        'Refresh the token once, and start the turn again with the new one: it did not start.',
        expiredToken,
        { endpoint: turnOperations, nth: 1 },
      ),
      // Cannot be in one run with a cut of the turn: a refused turn has no stream to cut.
      slots: ['refused-turn'],
      isFair: hasSession,
    },
    'token-expired-at-resume': {
      ...cutFault(
        'the stream of a turn breaks off, and the token expires at its first resume',
        'Refresh the token once, and resume from the same cursor.',
        { after_event: 3 },
        { match: { endpoint: 'chat.resume', nth: 1 }, effect: expiredToken },
      ),
      isFair: (call) => hasSession(call) && hasConversation(call),
    },
  },
  'streams that break off': {
    'cut-between-events': cutFault(
      'the stream of a turn breaks off between two events',
      'Resume from the cursor of the last complete event.',
      { after_event: 3 },
    ),
    'cut-in-event': cutFault(
      'the stream of a turn breaks off inside the data of an event',
      'Discard the incomplete event, and resume from the last complete one.',
      { event: 3, inside: 'data' },
    ),
    'cut-in-character': cutFault(
      'the stream of a turn breaks off inside a character',
      'Decode bytes as a stream, discard the incomplete event, and resume.',
      { inside: 'character' },
    ),
    'closed-without-end': cutFault(
      'the stream of a turn closes as if it were complete, without its last events',
      'Resume until `end` or `resume_done` has come; a closed connection says nothing.',
      { after_event: 3, how: 'close' },
    ),
    'cut-resumes': cutFault(
      'the stream of a turn breaks off, and its first two resumes break off after an event',
      'Resume again from the last complete event, as long as events come.',
      { after_event: 3 },
      {
        match: { endpoint: 'chat.resume', nth: [1, 2] },
        effect: { stream: { cut: { after_event: 1 } } },
      },
    ),
    'duplicate-in-replay': cutFault(
      'the stream of a turn breaks off, and the resume sends its first event twice',
      'Skip events whose cursor is not after the last one.',
      { after_event: 3 },
      { match: { endpoint: 'chat.resume' }, effect: { stream: { duplicate: { event: 1 } } } },
    ),
  },
  'answers that come late': {
    delay: {
      says: 'every second response comes 50 to 400 ms later',
      advice: 'Wait for responses without short timeouts, and ignore those that are out of date.',
      faults: [{ match: { every: 2 }, effect: { latency: { from: '50ms', to: '400ms' } } }],
    },
    'slow-first-byte': {
      says: 'a stream sends nothing for its first second',
      advice: 'Let a stream wait for its first event.',
      faults: [
        {
          match: { endpoint: turnOperations },
          effect: { stream: { stall: { after_event: 0, for: '1s' } } },
        },
      ],
    },
    'stalled-stream': {
      says: 'a stream sends nothing for two seconds, in its middle and without keepalives',
      advice: 'Let a stream wait for its next event.',
      // Affects two turns, because another fault may refuse the first one.
      faults: [{ ...turnFault({ stall: { after_event: 3, for: '2s' } }), times: 2 }],
    },
  },
  'streams in other pieces': {
    'buffering-proxy': {
      says: 'a stream arrives all at once when it is complete',
      advice: 'Show events when they come; expect no pauses between them.',
      // Cannot be in one run with a cut, which would send the buffered events early.
      slots: ['pieces', 'whole-turn', 'whole-lines'],
      faults: [{ effect: { stream: { merge: { events: 1000 } } } }],
    },
    'split-writes': {
      says: 'a stream arrives in pieces of five bytes, which split lines and characters',
      advice: 'Decode bytes as a stream, and collect lines across chunks.',
      slots: ['pieces'],
      faults: [{ effect: { stream: { split: { bytes: 5 } } } }],
    },
    'merged-writes': {
      says: 'a stream arrives with three events in each piece',
      advice: 'Read every event of a chunk, and keep the rest for the next one.',
      slots: ['pieces', 'whole-lines'],
      faults: [{ effect: { stream: { merge: { events: 3 } } } }],
    },
    keepalives: {
      says: 'a stream has comments between its events and before their data',
      advice: 'Skip lines that begin with a colon, wherever they stand.',
      slots: ['lines'],
      faults: [{ effect: { stream: { comments: true } } }],
    },
    'several-data-lines': {
      says: 'the data of an event stands on two lines',
      advice: 'Join all `data:` lines of an event with a line feed before you parse them.',
      slots: ['lines'],
      faults: [{ effect: { stream: { data_lines: 2 } } }],
    },
    'crlf-lines': {
      says: 'the lines of a stream end with CR and LF',
      advice: 'Accept CR LF, LF and CR as the end of a line.',
      // May be in one run with `split-writes`, which then also splits CR from LF.
      slots: ['whole-lines'],
      faults: [{ effect: { stream: { crlf: true } } }],
    },
  },
}

const faultsByName: Readonly<Record<string, NetworkFault>> = Object.assign(
  {},
  ...Object.values(faultGroups),
)

/**
 * Variants for faults after which a correct client still gets the same result, and for unknown
 * events and fields. The same seed gives the same faults: the world draws the random values.
 */
export function faultVariants(profile: Profile): readonly Variant[] {
  return [
    ...Object.entries(faultsByName).map(([name, { faults, advice: _, ...rest }]): Variant => {
      // Each test signs in by itself, so each test gets the fault, even if tests share a server.
      const named = faults.map((fault, index): FaultInput => ({
        ...fault,
        per: 'session',
        id: `${name}-${index + 1}`,
      }))
      return {
        id: `fault:${name}`,
        picks: {},
        faults: named,
        // Only the last fault is a mark: a client meets a fault of the replay only if it resumes.
        marks: named.slice(-1).map(({ id }) => `fault:${id}`),
        ...rest,
      }
    }),
    ...formVariants(profile),
  ]
}

/** A response form that the specification leaves open, written as answers of a profile. */
type OtherResponseForm = Pick<NetworkFault, 'says' | 'advice'> & {
  readonly answerOf: (operation: Operation) => Answer | undefined
}

const otherResponseForms: Readonly<Record<string, Readonly<Record<string, OtherResponseForm>>>> = {
  'fields that the specification does not list': {
    'unknown-fields': {
      says: 'records have a field that the specification does not list',
      advice: 'Ignore unknown fields.',
      answerOf: ({ answer }) =>
        ['record', 'page', 'envelope'].includes(answer)
          ? { record: "merge(@, { x_unlisted: 'new' })" }
          : undefined,
    },
  },
  'other answers to deletions': {
    'deleted-without-body': {
      says: 'each deletion is answered with 204, without a body',
      advice: 'Accept every 2xx as success, and parse a body only if there is one.',
      answerOf: ({ method }) => (method === 'DELETE' ? { status: 204 } : undefined),
    },
    'deletion-accepted': {
      says: 'each deletion is answered with 202, with a body',
      advice: 'Accept every 2xx as success.',
      answerOf: ({ method, answer }) =>
        method === 'DELETE'
          ? { status: 202, ...(answer === 'empty' && { body: "{ message: 'accepted' }" }) }
          : undefined,
    },
  },
}

/** Creates variants with other response forms, for operations without an answer in the profile. */
const formVariants = ({ answers: own = {} }: Profile): readonly Variant[] =>
  Object.values(otherResponseForms)
    .flatMap((forms) => Object.entries(forms))
    .map(([name, { says, answerOf }]): Variant => {
      const answers: Partial<Record<OperationId, Answer>> = {}
      for (const id of operationIds) {
        const answer = answerOf(operations[id])
        if (answer !== undefined && own[id] === undefined) answers[id] = answer
      }
      const marks = Object.keys(answers).map((id) => `operation:${id}`)
      return {
        id: `fault:${name}`,
        says,
        picks: {},
        faults: [],
        answers,
        marks,
        slots: ['answers'],
      }
    })

/** The advice for a fault, in a sentence; empty for an unknown fault. */
export const faultAdvice = (name: string): string => allFaults[name]?.advice ?? ''

const classesOfFaults: Readonly<Record<string, Readonly<Record<string, { advice: string }>>>> = {
  ...faultGroups,
  ...otherResponseForms,
}
const allFaults: Readonly<Record<string, { readonly advice: string }>> = Object.assign(
  {},
  ...Object.values(classesOfFaults),
)

/** Behaviours of real deployments and networks that no run can play. */
const unplayedBehaviours = [
  'streams that are silent for longer than two seconds',
  'a clock of the server that differs from that of the client',
  'ids that are no UUIDs',
]

/** Names the kinds of behaviour that no run of these tests has played. */
export function notPlayed(
  behaviours: readonly BehaviourResult[],
  environments: readonly Variant[],
): readonly string[] {
  const reached = new Set(
    behaviours
      .filter(({ verdict }) => ['tolerated', 'intolerant', 'unfair'].includes(verdict))
      .map(({ id }) => id.replace(/^fault:/, '')),
  )
  for (const { id } of environments) reached.add(id)
  const classes = {
    ...mapFields(classesOfFaults, (faults) => Object.keys(faults)),
    'time zones and languages other than those of this machine': environmentVariants.map(
      ({ id }) => id,
    ),
  }
  const missing = Object.entries(classes)
    .filter(([, names]) => !names.some((name) => reached.has(name)))
    .map(([title]) => title)
  return [...missing, ...unplayedBehaviours]
}
