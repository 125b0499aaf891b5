import type { FaultInput } from '../contract/fault.ts'
import type { Operation } from '../contract/operations/operation.ts'
import { operationIds, operations } from '../contract/operations.ts'
import type { Profile } from '../contract/picks.ts'
import type { Variant } from './variant.ts'

/** What networks and busy servers do to requests of any deployment, as faults. */
type NetworkFault = Pick<Variant, 'says' | 'slot' | 'isFair'> & {
  readonly faults: readonly Omit<FaultInput, 'id'>[]
}

const turns = ['chat.react', 'chat.dag', 'chat.auto']
const reads = 'GET /api/*'

/** A turn without a conversation is not stored, so that no client can resume it. */
const hasConversation: Variant['isFair'] = ({ request, stream }) =>
  stream === null || /"conversation_id":\s*"/.test(request.body?.text ?? '')

const cut = (says: string, cutAt: object): NetworkFault => ({
  says,
  slot: 'cut',
  isFair: hasConversation,
  faults: [
    { match: { endpoint: turns }, times: 1, effect: { stream: { cut: cutAt } } },
  ] as NetworkFault['faults'],
})

const table: Readonly<Record<string, NetworkFault>> = {
  'rate-limited-once': {
    says: 'the second read is refused once with 429 and `Retry-After: 1`',
    slot: 'refusal',
    faults: [
      {
        match: { endpoint: reads, nth: 2 },
        effect: { error: { code: 'rate_limit_exceeded', retry_after: 1 } },
      },
    ],
  },
  'unavailable-once': {
    says: 'the second read is refused once with 503 and `Retry-After: 1`',
    slot: 'refusal',
    faults: [
      {
        match: { endpoint: reads, nth: 2 },
        effect: { error: { code: 'service_unavailable', retry_after: 1 } },
      },
    ],
  },
  'token-expired-once': {
    says: 'the second read is refused once with `token_expired`; a refresh works',
    slot: 'refusal',
    isFair: ({ caller }) => caller?.key == null,
    faults: [{ match: { endpoint: reads, nth: 2 }, effect: { error: { code: 'token_expired' } } }],
  },
  'cut-between-events': cut('the stream of a turn breaks off between two events', {
    after_event: 3,
  }),
  'cut-in-event': cut('the stream of a turn breaks off inside the data of an event', {
    event: 3,
    inside: 'data',
  }),
  'cut-in-character': cut('the stream of a turn breaks off inside a character', {
    event: 4,
    inside: 'character',
  }),
  'duplicate-in-replay': {
    says: 'the stream of a turn breaks off, and the resume sends its first event twice',
    slot: 'cut',
    isFair: hasConversation,
    faults: [
      { match: { endpoint: turns }, times: 1, effect: { stream: { cut: { after_event: 3 } } } },
      { match: { endpoint: 'chat.resume' }, effect: { stream: { duplicate: { event: 1 } } } },
    ],
  },
  delay: {
    says: 'every second response comes 50 to 400 ms later',
    faults: [{ match: { every: 2 }, effect: { latency: { from: '50ms', to: '400ms' } } }],
  },
  'slow-first-byte': {
    says: 'a stream sends nothing for its first second',
    faults: [
      {
        match: { endpoint: turns },
        effect: { stream: { stall: { after_event: 0, for: '1s' } } },
      },
    ],
  },
  'split-writes': {
    says: 'a stream arrives in pieces of five bytes, which split lines and characters',
    faults: [{ effect: { stream: { split: { bytes: 5 } } } }],
  },
}

/**
 * The faults after which a correct client still reaches the same result, and the events and fields
 * that a client does not know. The same for the same seed: random values come from the world.
 */
export function faultVariants(profile: Profile): readonly Variant[] {
  return [
    ...Object.entries(table).map(([name, { faults, ...rest }]): Variant => {
      const named = faults.map((fault, index) => ({ ...fault, id: `${name}-${index + 1}` }))
      return {
        id: `fault:${name}`,
        picks: {},
        faults: named,
        // The last fault decides: a replay is only reached by a client that resumes.
        marks: named.slice(-1).map(({ id }) => `fault:${id}`),
        ...rest,
      }
    }),
    unknownFields(profile),
  ]
}

/** Records and items of lists get a field that the specification does not list. */
function unknownFields({ answers: own = {} }: Profile): Variant {
  const ids = operationIds.filter((id) => {
    const { answer, path }: Operation = operations[id]
    return (
      ['record', 'page', 'envelope'].includes(answer) &&
      own[id] === undefined &&
      path.startsWith('/api/')
    )
  })
  return {
    id: 'fault:unknown-fields',
    says: 'records have a field that the specification does not list',
    picks: {},
    faults: [],
    answers: Object.fromEntries(
      ids.map((id) => [id, { record: "merge(@, { x_unlisted: 'new' })" }]),
    ),
    marks: ids.map((id) => `operation:${id}`),
  }
}
