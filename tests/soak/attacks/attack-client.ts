import { setTimeout as delay } from 'node:timers/promises'
import type { Answer, AttackClient, Body } from './attack.ts'
import { crashProblems } from '../../support/adversary/oracle.ts'
import { addressOf, requestTo } from '../../support/requests.ts'
import { deadlineMs } from '../server-process.ts'
import type { AttackedServer } from './attacked-server.ts'

export type Cost = {
  readonly operation: string
  readonly status: number
  /** Seconds of CPU of the server process. */
  readonly cpu: number
  /** Megabytes of the request and its response. A body that is too large is not read. */
  readonly megabytes: number
}

export type MeasuringClient = AttackClient & {
  readonly costs: readonly Cost[]
  /** Responses with 500, and calls without a response before the deadline. */
  readonly problems: readonly string[]
  /** Ends the world of this client. */
  leave(): Promise<void>
}

/** The headers and the path prefix with which a client calls its world. */
type WorldAddress = { readonly headers: Readonly<Record<string, string>>; readonly prefix: string }

const mostKept = 20_000_000
/** Milliseconds after which the reader disconnects from a stream. */
const streamMs = 3000
const account = { email: 'demo@example.com', password: 'demo-password' }
/**
 * The CPU that reading the usage takes at most, and the interval of readings while the server is
 * busy.
 */
const restingCpu = 0.0005
const mostLooks = 200
const ids = /[0-9a-f]{8}-[0-9a-f-]{27}/g
let worlds = 0

/** Connects as a new demo visitor, or in a new world. Its turns play without pauses. */
export async function connectClient(
  server: AttackedServer,
  breaksAnswers = false,
): Promise<MeasuringClient> {
  const { url, mode } = server
  const costs: Cost[] = []
  const problems: string[] = []
  let disconnecting = new AbortController()

  const send = async (
    operation: string,
    body: Body,
    headers: Readonly<Record<string, string>>,
    hangsUp = disconnecting.signal,
  ) => {
    const content = typeof body === 'string' ? { text: body } : { body }
    const signal = AbortSignal.any([hangsUp, AbortSignal.timeout(deadlineMs)])
    const response = await fetch(requestTo(url, operation, { ...content, headers, signal }))
    return answerOf(response, await readText(response))
  }

  const address = mode === 'demo' ? await visit(url) : await makeWorld(url)
  const within = (operation: string) => addressOf(operation).replace(' ', ` ${address.prefix}`)
  await send(within('POST director'), { speed: 'max' }, address.headers)
  const login = await send(within('POST /api/auth/login'), account, address.headers)
  const token = login.json<{ access_token: string }>().access_token
  const signedIn = { ...address.headers, authorization: `Bearer ${token}` }

  let begun = 0
  const measure = async (
    operation: string,
    body: Body,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer> => {
    const about = operation.replace(address.prefix, '').replaceAll(ids, '…').slice(0, 80)
    const { signal } = disconnecting
    const mine = ++begun
    const before = await settled(server)
    try {
      // A waiting call is never sent if the client disconnects before the server is idle.
      const answer = await send(operation, body, headers, signal)
      const crashes = crashProblems(answer.status, answer.text, mostKept)
      problems.push(...crashes.map((crash) => `${about} → ${crash}`))
      const cpu = (await settled(server)) - before
      // The cost of one of several parallel calls cannot be measured.
      const { status, text } = answer
      const megabytes = status === 413 ? 0 : (lengthOf(body) + text.length) / 1e6
      if (mine === begun) costs.push({ operation: about, status, cpu, megabytes })
      return answer
    } catch (error) {
      if (signal.aborted) return answerOf(new Response(), '')
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      if (breaksAnswers && !isLate && server.ended() === undefined)
        return answerOf(new Response(), '')
      const why = server.ended() ?? (error instanceof Error ? error.message : String(error))
      problems.push(`${about} got no response: ${why}`)
      throw error
    }
  }

  const measured = (...call: Parameters<typeof measure>): Promise<Answer> => {
    const answer = measure(...call)
    // An attack may await the response later, or not at all.
    answer.catch(() => undefined)
    return answer
  }

  return {
    mode,
    costs,
    problems,
    api: (operation, body) => measured(within(operation), body, signedIn),
    anyone: (operation, body, headers = {}) =>
      measured(within(operation), body, { ...address.headers, ...headers }),
    control: (operation, body) => measured(within(operation), body, address.headers),
    prepare: (operation, body) =>
      send(within(operation), body, operation.includes(' /') ? signedIn : address.headers),
    async first(kind) {
      const listed = await send(within(`GET records/${kind}?size=1`), undefined, address.headers)
      return listed.json<{ items: { id: string }[] }>().items[0]?.id ?? ''
    },
    hangUp() {
      disconnecting.abort()
      disconnecting = new AbortController()
    },
    async leave() {
      disconnecting.abort()
      disconnecting = new AbortController()
      const world = address.prefix.slice('/w/'.length)
      const ending = mode === 'demo' ? 'visitor' : `worlds/${world}`
      await send(`DELETE /__control/${ending}`, undefined, address.headers)
    },
  }
}

/** Waits until the server is idle, and returns the seconds of CPU it has used. */
async function settled(server: AttackedServer): Promise<number> {
  let { cpu } = await server.look()
  for (let look = 0; look < mostLooks; look++) {
    const now = (await server.look()).cpu
    const rests = now - cpu < restingCpu
    cpu = now
    if (rests) break
  }
  return cpu
}

async function visit(url: string): Promise<WorldAddress> {
  const response = await fetch(`${url}/`, { headers: { accept: 'text/html' } })
  await response.arrayBuffer()
  const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0])
  return { headers: { cookie: cookie.join('; ') }, prefix: '' }
}

async function makeWorld(url: string): Promise<WorldAddress> {
  const name = `attacked-${++worlds}`
  await fetch(requestTo(url, 'POST /__control/worlds', { body: { name } }))
  return { headers: {}, prefix: `/w/${name}` }
}

/** Reads a body completely, or a stream for `streamMs`; returns the beginning. */
async function readText(response: Response): Promise<string> {
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const reader = response.body?.getReader()
  const over = isStream === true ? delay(streamMs, undefined, { ref: false }) : undefined
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const chunk = await Promise.race([reader?.read(), ...(over === undefined ? [] : [over])])
    if (chunk === undefined || chunk.done) break
    if (text.length < mostKept) text += decoder.decode(chunk.value, { stream: true })
  }
  await reader?.cancel().catch(() => undefined)
  return text.slice(0, mostKept)
}

const lengthOf = (body: Body) =>
  typeof body === 'string' ? body.length : (JSON.stringify(body) ?? '').length

const answerOf = ({ status }: Response, text: string): Answer => ({
  status,
  text,
  json: <Shape>() => JSON.parse(text) as Shape,
})
