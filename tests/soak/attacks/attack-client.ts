import { setTimeout as delay } from 'node:timers/promises'
import type { Answer, AttackClient, Body } from './attack.ts'
import { type AttackedServer, deadlineMs } from './attacked-server.ts'

/** What one call cost the server. */
export type Cost = {
  readonly operation: string
  readonly status: number
  /** Seconds of CPU of the process of the server. */
  readonly cpu: number
}

/** A client with what it measured. */
export type MeasuringClient = AttackClient & {
  readonly costs: readonly Cost[]
  /** Responses of 500, and calls without a response in time. */
  readonly problems: readonly string[]
  /** Ends the world that it played in. */
  leave(): Promise<void>
}

/** Who calls a world: what goes with every call, and the path in front of it. */
type Place = { readonly headers: Readonly<Record<string, string>>; readonly prefix: string }

const mostKept = 20_000_000
/** A stream that goes on longer is left by its reader. */
const streamMs = 3000
const json = { 'content-type': 'application/json' }
const account = { email: 'demo@example.com', password: 'demo-password' }
/** What a look by itself costs at most, and how often a server that goes on working is looked at. */
const restingCpu = 0.0005
const mostLooks = 200
const ids = /[0-9a-f]{8}-[0-9a-f-]{27}/g
let worlds = 0

/** Comes to a server as a new visitor, or in a new world; turns play without pauses there. */
export async function comeIn(
  server: AttackedServer,
  breaksAnswers = false,
): Promise<MeasuringClient> {
  const { url, ground } = server
  const costs: Cost[] = []
  const problems: string[] = []
  let leaving = new AbortController()

  const send = async (operation: string, body: Body, headers: Readonly<Record<string, string>>) => {
    const [method = '', path = ''] = operation.split(' ')
    const late = AbortSignal.timeout(deadlineMs)
    const response = await fetch(url + path, {
      method,
      headers: { ...(body !== undefined && json), ...headers },
      signal: AbortSignal.any([leaving.signal, late]),
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    return answerOf(response, await readText(response))
  }

  const place = ground === 'demo' ? await visit(url) : await makeWorld(url)
  const within = (operation: string, part = '') => operation.replace(' ', ` ${place.prefix}${part}`)
  await send(within('POST director', '/__control/'), { speed: 'max' }, place.headers)
  const login = await send(within('POST /api/auth/login'), account, place.headers)
  const token = login.json<{ access_token: string }>().access_token
  const signedIn = { ...place.headers, authorization: `Bearer ${token}` }

  let begun = 0
  const measure = async (
    operation: string,
    body: Body,
    headers: Readonly<Record<string, string>>,
  ): Promise<Answer> => {
    const about = operation.replace(place.prefix, '').replaceAll(ids, '…').slice(0, 80)
    const { signal } = leaving
    const mine = ++begun
    const before = await settled(server)
    try {
      const answer = await send(operation, body, headers)
      if (answer.status === 500) problems.push(`${about} → 500 ${answer.text.slice(0, 200)}`)
      const cpu = (await settled(server)) - before
      // What a call costs beside others, nobody can tell.
      if (mine === begun) costs.push({ operation: about, status: answer.status, cpu })
      return answer
    } catch (error) {
      if (signal.aborted) return answerOf(new Response(), '')
      const isLate = error instanceof Error && error.name === 'TimeoutError'
      if (breaksAnswers && !isLate && server.ended() === undefined)
        return answerOf(new Response(), '')
      const why = server.ended() ?? (error instanceof Error ? error.message : String(error))
      problems.push(`${about} was not answered: ${why}`)
      throw error
    }
  }

  const measured = (...call: Parameters<typeof measure>): Promise<Answer> => {
    const answer = measure(...call)
    // An attack may await it later, or not at all.
    answer.catch(() => undefined)
    return answer
  }

  return {
    ground,
    costs,
    problems,
    api: (operation, body) => measured(within(operation), body, signedIn),
    anyone: (operation, body, headers = {}) =>
      measured(within(operation), body, { ...place.headers, ...headers }),
    control: (operation, body) => measured(within(operation, '/__control/'), body, place.headers),
    prepare: (operation, body) =>
      operation.includes(' /')
        ? send(within(operation), body, signedIn)
        : send(within(operation, '/__control/'), body, place.headers),
    async first(kind) {
      const listed = await send(
        within(`GET records/${kind}?size=1`, '/__control/'),
        undefined,
        place.headers,
      )
      return listed.json<{ items: { id: string }[] }>().items[0]?.id ?? ''
    },
    hangUp() {
      leaving.abort()
      leaving = new AbortController()
    },
    async leave() {
      leaving.abort()
      leaving = new AbortController()
      const world = place.prefix.slice('/w/'.length)
      const ending = ground === 'demo' ? 'visitor' : `worlds/${world}`
      await send(`DELETE /__control/${ending}`, undefined, place.headers)
    },
  }
}

/** Seconds of CPU that a server has used by the time that it has nothing left to do. */
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

async function visit(url: string): Promise<Place> {
  const response = await fetch(`${url}/`, { headers: { accept: 'text/html' } })
  await response.arrayBuffer()
  const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0])
  return { headers: { cookie: cookie.join('; ') }, prefix: '' }
}

async function makeWorld(url: string): Promise<Place> {
  const name = `attacked-${++worlds}`
  const headers = json
  await fetch(`${url}/__control/worlds`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ name }),
  })
  return { headers: {}, prefix: `/w/${name}` }
}

/** The beginning of a body; all of it is read, but for a stream that does not end. */
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

const answerOf = ({ status }: Response, text: string): Answer => ({
  status,
  text,
  json: <Shape>() => JSON.parse(text) as Shape,
})
