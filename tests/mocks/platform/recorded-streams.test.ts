import { expect, it } from 'vitest'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { loadProfile } from '../../../cli/world-data.ts'
import {
  recordedBlueprint,
  recordedRead,
  recordedStreams,
  scriptOf,
  type RecordedEvent,
  type RecordedStream,
} from '../../support/recorded-turns.ts'
import { describeTransports, type Mount } from '../../support/transports.ts'
import {
  conversationOf,
  type Enveloped,
  login,
  newConversation,
  type SeenMessage,
  signIn,
  visit,
  type Visitor,
} from '../../support/visitor.ts'
import { newWorkflow, run, runsOf } from '../../support/workflow-tools.ts'

const profile = await loadProfile('profiles/deployed-0.8')

/** The names and types of the fields of a value, at any depth. */
function formOf(value: unknown): string {
  if (Array.isArray(value)) return `[${[...new Set(value.map(formOf))].toSorted().join('|')}]`
  if (!isObject(value)) return value === null ? 'null' : typeof value
  const fields = Object.entries(value).map(([key, item]) => `${key}: ${formOf(item)}`)
  return `{${fields.toSorted().join(', ')}}`
}

/** The event names with the forms of their data. Consecutive equal answer deltas count once. */
const formsOf = (events: readonly Pick<RecordedEvent, 'event' | 'data'>[]) =>
  events
    .map(
      ({ event, data }) =>
        `${event} ${data['status'] ?? data['event'] ?? ''} ${formOf(freeOf(data))}`,
    )
    .filter((form, at, all) => form !== all[at - 1] || !form.startsWith('answer delta'))

/** A payload without arguments and outputs of tools; `given` says whether each is an object. */
function freeOf({ tool_args, arguments: given, outputs, ...data }: RecordedEvent['data']) {
  const isGiven = [tool_args, given, outputs].filter((value) => value !== undefined)
  return { ...data, given: isGiven.map((value) => isObject(value)) }
}

const turns = recordedStreams.filter(({ path }) => /\/(auto|react|dag)$/.test(path))
const runs = recordedStreams.filter(({ path }) => path.endsWith('/run'))
const titleOf = ({ flow, path }: RecordedStream, at: number) =>
  `${at + 1}: ${flow} ${path.replace(/[\da-f-]{36}/, '{id}')}`

/** The recorded messages of a turn's conversation; empty if the client did not read them. */
const messagesOf = ({ body }: RecordedStream): readonly SeenMessage[] => {
  const read = recordedRead<{ messages?: SeenMessage[] }>(
    `/api/conversations/${String(body['conversation_id'])}`,
  )
  return read.messages ?? []
}

/** The first turns of conversations that the client read afterwards. */
const stored = turns.filter(
  (stream) => messagesOf(stream).length > 0 && messagesOf(stream)[0]?.content === stream.body['q'],
)

/** Plays a recorded turn again, with the recorded decision on its approval. */
async function replay(mount: Mount, stream: RecordedStream) {
  const mounted = await mount({ profile, scenarios: [scriptOf(stream)] })
  const { access_token: token } = await login(mounted)
  const visitor = visit(mounted, token)
  const hasAgent = stream.body['agent_id'] !== undefined
  const agent_id = hasAgent ? await newAgent(visitor) : undefined
  const conversation_id = await newConversation(visitor, { title: 'Given', agent_id })
  const body = { q: stream.body['q'], conversation_id, agent_id, token }
  const reader = await visitor.read(`POST ${stream.path}`, { body })
  if (stream.events.some(({ event }) => event === 'awaiting_confirmation')) {
    const { confirmation_id } = await reader.untilEvent('awaiting_confirmation')
    const isRejected = stream.events.some(({ data }) => typeof data['error'] === 'string')
    const decision = isRejected ? 'reject' : 'approve'
    await visitor.call(`POST /api/confirmations/${String(confirmation_id)}/respond`, {
      body: { decision },
    })
  }
  return { mounted, visitor, conversation_id, events: await reader.rest() }
}

async function newAgent(visitor: Visitor): Promise<string> {
  const body = { name: 'Helper', suggest_followups: true }
  const { json } = await visitor.call<Enveloped<{ id: string }>>('POST /api/agents', { body })
  return json.data.id
}

describeTransports('the shipped profile', (mount) => {
  it.each(turns.map((stream, at) => [titleOf(stream, at), stream] as const))(
    'the shipped profile sends the events of a recorded turn, in their order and with their fields: %s',
    async (_title, stream) => {
      const { events } = await replay(mount, stream)
      const recorded = formsOf(stream.events)
      const isCut = stream.events.at(-1)?.event !== 'end'
      expect(formsOf(events).slice(0, isCut ? recorded.length : undefined)).toEqual(recorded)
    },
  )

  it.each(runs.map((stream, at) => [titleOf(stream, at), stream] as const))(
    'the shipped profile sends the events of a recorded workflow run, in their order and with their fields: %s',
    async (_title, { path, body, events }) => {
      const visitor = await signIn(await mount({ profile }))
      const workflow = await newWorkflow(visitor, recordedBlueprint(path))
      const played = await run(visitor, workflow, body['inputs'] as object)
      expect(formsOf(played)).toEqual(formsOf(events))
    },
  )

  it('the shipped profile replays a turn with the cursors and the fields of the recorded resume', async () => {
    const recorded = recordedStreams.find(({ path }) => path.endsWith('/chat/resume'))
    const first = recordedStreams.find(({ flow }) => flow === recorded?.flow)
    const { visitor, conversation_id } = await replay(mount, first as RecordedStream)
    const body = { conversation_id, cursor: -1 }
    const events = await visitor.stream('POST /api/chat/resume', { body })
    expect(events.map(({ data }) => data['cursor'])).toEqual(
      recorded?.events.map(({ data }) => data['cursor']),
    )
    expect(formsOf(events)).toEqual(formsOf(recorded?.events ?? []))
  })

  it.each(stored.map((stream, at) => [titleOf(stream, at), stream] as const))(
    'the shipped profile stores a recorded turn with the fields that the deployment stores: %s',
    async (_title, stream) => {
      const { visitor, conversation_id } = await replay(mount, stream)
      const { messages } = await conversationOf(visitor, conversation_id)
      const recorded = messagesOf(stream).slice(0, messages.length)
      expect(messages.map(messageForm)).toEqual(recorded.map(messageForm))
    },
  )

  it('the shipped profile stores the results of a recorded run with their fields', async () => {
    const [stream] = runs as [RecordedStream]
    const visitor = await signIn(await mount({ profile }))
    const workflow = await newWorkflow(visitor, recordedBlueprint(stream.path))
    await run(visitor, workflow, stream.body['inputs'] as object)
    const { items } = recordedRead<{ items: JsonObject[] }>(
      stream.path.replace(/run$/, 'runs?page=1&size=20'),
    )
    const inputs = JSON.stringify(stream.body['inputs'])
    const recorded = items.find((item) => JSON.stringify(item['inputs']) === inputs)
    const [played] = await runsOf(visitor, workflow)
    expect(formOf(played)).toBe(formOf(recorded))
  })
})

/** The role and type of a message, the fields of its metadata, and the forms of its events. */
const messageForm = ({ role, message_type, metadata }: SeenMessage) => {
  const { sse_events, usage, cache, ...rest } = metadata ?? {}
  const events = formsOf((sse_events ?? []) as RecordedEvent[])
  return { role, message_type, fields: formOf({ ...rest, usage, cache }), events }
}
