import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import { isObject, type JsonObject } from '../../contract/json.ts'
import { decodeSse, SseSplitter } from '../../contract/sse.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { loadScenarios } from '../../contract/authoring/scenarios.ts'
import type { FakeOptions } from '../../mocks/fake-options.ts'
import { createExchange, type RecordedExchange } from '../../contract/exchange.ts'
import { readHar } from '../../traffic/har/read-har.ts'
import { TurnCollector } from '../../traffic/import/turns/turn-collector.ts'
import { mountInProcess } from '../support/transports.ts'
import { login, newConversation, visit, type Visitor } from '../support/visitor.ts'

/** The exchanges of a compressed recording. */
export async function recordingOf(file: string): Promise<readonly RecordedExchange[]> {
  const exchanges: RecordedExchange[] = []
  const bytes = createReadStream(`tests/recordings/${file}`).pipe(createGunzip())
  for await (const exchange of readHar(bytes)) exchanges.push(exchange)
  return exchanges
}

export function importTurns(exchanges: Iterable<RecordedExchange>) {
  const collector = new TurnCollector()
  for (const exchange of exchanges) collector.add(exchange)
  return collector.finish()
}

/** Loads scripts as `scenarios check` does; rejects with its problems. */
export async function checkScripts(scenarios: readonly Scenario[]): Promise<readonly Scenario[]> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-import-'))
  try {
    for (const scenario of scenarios)
      await writeFile(join(folder, `${scenario.name}.yaml`), JSON.stringify(scenario))
    return await loadScenarios(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

type Exchange = {
  readonly index: number
  readonly path: string
  readonly body: JsonObject
  readonly text?: string | undefined
  readonly frames?: RecordedExchange['frames']
  readonly startedAt?: number
  readonly status?: number
  /** The content type; an event stream by default. */
  readonly type?: string
}

/** A recorded `POST` with its response. */
export const exchangeOf = (given: Exchange): RecordedExchange =>
  createExchange({
    index: given.index,
    startedAt: given.startedAt ?? 0,
    ms: 0,
    method: 'POST',
    url: new URL(given.path, 'http://platform.test'),
    requestHeaders: [['content-type', 'application/json']],
    requestContent: JSON.stringify(given.body),
    status: given.status ?? 200,
    responseHeaders: [['content-type', given.type ?? 'text/event-stream']],
    content: given.text ?? given.frames?.map(({ text }) => text).join(''),
    frames: given.frames,
  })

export type PlayedEvent = { readonly name: string; readonly data: unknown; readonly t: number }

/** The events of recorded frames, as they were sent. */
export function eventsOf(frames: NonNullable<RecordedExchange['frames']>) {
  const splitter = new SseSplitter()
  return frames.flatMap(({ t, text }) =>
    splitter.add(text).flatMap((frame): PlayedEvent[] => {
      const { event, data } = decodeSse(frame)
      if (event === undefined || data === undefined) return []
      return [{ name: event, data: JSON.parse(data), t }]
    }),
  )
}

/** Fields that differ between two turns with the same script. */
const generated: ReadonlySet<string> = new Set(
  'cursor confirmation_id timeout_at agent_id approver_scope channel_label elapsed iter_elapsed duration started_at completed_at total_tools'.split(
    ' ',
  ),
)

/** The fields of a payload that come from a script. */
function decidedIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decidedIn)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !generated.has(key))
      .map(([key, item]) => [key, decidedIn(item)]),
  )
}

export const contentsOf = (events: readonly PlayedEvent[]) =>
  events.map(({ name, data }) => ({ name, data: decidedIn(data) }))

export type Question = {
  readonly q: string
  readonly endpoint: string
  readonly agent?: { readonly name: string; readonly suggest_followups: boolean } | undefined
  readonly decision?: 'approve' | 'reject'
  readonly user?: string
}

/**
 * Plays a turn on a fake with a frozen clock. Returns it like a recording: its frames with their
 * times, and its approvals.
 */
export async function playTurn(
  options: Partial<FakeOptions>,
  { q, endpoint, agent, decision = 'approve' }: Question,
) {
  const mounted = mountInProcess({ speed: 1, seed: 'a seed', ...options })
  try {
    const { access_token: token } = await login(mounted)
    const visitor = visit(mounted, token)
    const agent_id = agent === undefined ? undefined : await newAgent(visitor, agent)
    const conversation_id = await newConversation(visitor, { agent_id })
    const { clock, runningTurns } = mounted.fake.world()
    clock.freeze()
    const startedAt = clock.now()
    const body = { q, conversation_id, agent_id, token }
    const response = await visitor.open(`POST /api/${endpoint}`, { body })
    // A turn without a pause has already ended.
    const turns = [...runningTurns]
    const decisions: RecordedExchange[] = []
    while (turns.some(({ state }) => state === 'running')) {
      clock.advance(20)
      const asked = turns
        .flatMap(({ events }) => events)
        .filter(({ event }) => event === 'awaiting_confirmation')
      const last = asked.at(-1)
      if (last?.event !== 'awaiting_confirmation' || asked.length === decisions.length) continue
      const path = `/api/confirmations/${last.data.confirmation_id}/respond`
      await visitor.call(`POST ${path}`, { body: { decision } })
      const index = decisions.length + 1
      decisions.push(exchangeOf({ index, path, body: { decision }, startedAt: clock.now() }))
    }
    const text = await response.text()
    const times = turns.flatMap(({ events }) => events).map(({ at }) => Date.parse(at) - startedAt)
    const frames = framesOf(text, times)
    const recorded = { q, agent_id, conversation_id }
    const stream = { index: 0, path: `/api/${endpoint}`, body: recorded, frames, startedAt }
    return { frames, exchanges: [exchangeOf(stream), ...decisions] }
  } finally {
    mounted.fake.close()
  }
}

/** The frames of a stream, with the times of its events. */
function framesOf(text: string, times: readonly number[]) {
  let next = 0
  let t = 0
  return new SseSplitter().add(text).map((frame) => {
    if (decodeSse(frame).data !== undefined) t = times[next++] ?? t
    return { t, text: frame }
  })
}

async function newAgent(visitor: Visitor, body: NonNullable<Question['agent']>): Promise<string> {
  const { json } = await visitor.call<{ data: { id: string } }>('POST /api/agents', { body })
  return json.data.id
}
