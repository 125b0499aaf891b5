import type { IncomingMessage, ServerResponse } from 'node:http'
import { onTestFinished } from 'vitest'
import { createCore } from '../../mocks/core.ts'
import type { CoreOptions } from '../../mocks/fake-options.ts'
import { createTurnModel, type ModelOptions } from '../../mocks/model/turn-model.ts'
import { createRequestHandler } from '../../mocks/request-handler.ts'
import { type SystemClock, systemClock } from '../../mocks/world/clock.ts'
import type { World } from '../../mocks/world/world.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { upstreamOf } from './raw-upstream.ts'
import { demo } from './transports.ts'
import { signIn, type Visitor } from './visitor.ts'

/** A request that the model stub received. */
type ChatRequest = {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: {
    readonly model: string
    readonly messages: readonly { readonly role: string; readonly content: string }[]
    readonly tools?: readonly { readonly function: { readonly name: string } }[]
    readonly tool_choice?: string
    readonly max_tokens: number
  }
}

/** The response of the stub: frames, or a handler. */
export type StubReply = readonly string[] | ((response: ServerResponse) => void)

const frame = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`
const delta = (fields: object, finish_reason: string | null = null) =>
  frame({ choices: [{ index: 0, delta: fields, finish_reason }] })

const usage = frame({ choices: [], usage: { prompt_tokens: 300, completion_tokens: 40 } })
const done = 'data: [DONE]\n\n'

/** A reply with an answer in these chunks. */
export const says = (...pieces: string[]): StubReply => [
  ...pieces.map((content) => delta({ content })),
  delta({}, 'stop'),
  usage,
  done,
]

/** A reply that thinks, and then answers. */
export const thinks = (reasoning: string, answer: string): StubReply => [
  delta({ reasoning }),
  ...(says(answer) as readonly string[]),
]

/** A reply that calls tools, each as `[name, input]`; a text as input is sent unchanged. */
export const calls = (...made: (readonly [name: string, input: unknown])[]): StubReply => [
  ...made.map(([name, input], index) => {
    const written = typeof input === 'string' ? input : JSON.stringify(input)
    const call = { index, id: `call-${index}`, function: { name, arguments: written } }
    return delta({ tool_calls: [call] })
  }),
  delta({}, 'tool_calls'),
  done,
]

/** The beginning of a reply without its end. */
export const begins = (content: string) => (response: ServerResponse) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(delta({ content }))
}

/** A server of the chat-completions API that sends these replies in turn; the last one repeats. */
export async function startStubModel(...replies: StubReply[]) {
  const requests: ChatRequest[] = []
  const left = Promise.withResolvers<void>()
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    response.on('close', () => response.writableFinished || left.resolve())
    if (request.url === '/v1/models') {
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ data: [{ id: 'stub-1' }, { id: 'stub-2' }] }))
      return
    }
    let text = ''
    for await (const piece of request) text += String(piece)
    const { url: path = '', headers } = request
    requests.push({ path, authorization: headers.authorization, body: JSON.parse(text) })
    const reply = replies[Math.min(requests.length, replies.length) - 1] ?? []
    if (typeof reply === 'function') return reply(response)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(reply.join(''))
  }
  const { url } = await upstreamOf((request, response) => void answer(request, response))
  return { url: `${url}/v1`, requests, left: left.promise }
}

type Played = Partial<Omit<ModelOptions, 'server'>> & {
  readonly url: string
  readonly key?: string
  readonly clock?: SystemClock
  readonly core?: Partial<CoreOptions>
}

/** A fake whose turns a model plays, until the test ends. */
export async function mountModel({ url, key, clock = systemClock, core, ...more }: Played) {
  const scripts: Scenario[] = []
  const { model, problem, close } = createTurnModel({
    server: { url, key, clock, silenceMs: 20_000 },
    name: 'stub-1',
    limits: { tokens: 100_000, money: undefined, price: undefined },
    onScript: (script) => scripts.push(script),
    ...more,
  })
  const crashes: unknown[] = []
  const fake = createCore(
    {
      fixture: demo,
      speed: Infinity,
      seed: 'a seed',
      model,
      onCrash: (error) => crashes.push(error),
      ...core,
    },
    createRequestHandler,
  )
  onTestFinished(() => {
    close()
    fake.close()
    if (crashes.length > 0) throw crashes[0]
  })
  const world = fake.world()
  const visitor = await signIn({
    fake: fake as never,
    baseUrl: 'http://platform.test',
    fetch: fake.fetch,
  })
  return { world, visitor, scripts, problem, noteOf: () => lastNote(world) }
}

/** The explanation of the last request in the journal. */
const lastNote = ({ journal }: World): string => journal.entries().at(-1)?.note?.text ?? ''

export const deskId = demo.agents.find(({ name }) => name === 'Support Desk')?.id

/** The events of a turn of the Support Desk. */
export const askDesk = (visitor: Visitor, q: string, more: object = {}, mode = 'react') =>
  visitor.stream(`POST /api/${mode}`, { body: { q, agent_id: deskId, ...more } })
