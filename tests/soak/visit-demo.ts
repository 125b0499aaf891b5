import { setTimeout as delay } from 'node:timers/promises'
import { requestTo } from '../support/requests.ts'
import { cursorsOf, type Reader, readerOf } from '../support/stream-reader.ts'

/** The state that all visitors of a demo share. */
export type VisitContext = {
  readonly url: string
  /** Whether the test still runs; if so, a visitor who leaves a world enters another. */
  readonly isRunning: () => boolean
  /** Whether some visitors leave without ending their world, as if they closed the window. */
  readonly abandon: boolean
  /** Milliseconds that requests took, without streams. */
  readonly took: number[]
  /** Turns of each visitor that were interrupted, resumed and complete. */
  readonly turns: number[]
  /** The number of worlds that the visitors had. */
  readonly worlds: { count: number }
  /** All worlds so far, with an API key of each. */
  readonly known: { readonly name: string; readonly key: string }[]
  readonly problems: string[]
}

/** A visitor of a world, identified by cookie and API key. */
type Visitor = {
  readonly name: string
  readonly key: string
  readonly cookie: string
  call(
    operation: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; text: string }>
  read(path: string, body: object): Promise<Reader>
}

/** Opens the demo like a new browser; `undefined` if the server refuses another world. */
async function openDemo({
  url,
  took,
  worlds,
  known,
  problems,
}: VisitContext): Promise<Visitor | undefined> {
  const page = await fetch(`${url}/`)
  await page.text()
  const [cookie = ''] = page.headers.get('set-cookie')?.split(';') ?? []
  const open = (
    operation: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
    signal?: AbortSignal,
  ) =>
    fetch(
      requestTo(url, operation, {
        body,
        headers: { cookie, ...headers },
        ...(signal && { signal }),
      }),
    )
  const call: Visitor['call'] = async (...asked) => {
    const began = performance.now()
    const response = await open(...asked)
    const text = await response.text()
    took.push(performance.now() - began)
    return { status: response.status, text }
  }
  const { status, text } = await call('GET /__control/visitor')
  if (status !== 200) {
    problems.push(`A new visitor got no world:  ${status} ${text}`)
    return undefined
  }
  const account = JSON.parse(text) as { name: string; keys: { full: string } }
  const { name, keys } = account
  const key = keys.full
  worlds.count++
  known.push({ name, key })
  const bearer = { authorization: `Bearer ${key}` }
  return {
    name,
    key,
    cookie,
    call: (operation, body, headers) =>
      call(operation, body, { ...(operation.includes(' /api') && bearer), ...headers }),
    async read(path, body) {
      const disconnecting = new AbortController()
      return readerOf(await open(`POST ${path}`, body, bearer, disconnecting.signal), disconnecting)
    },
  }
}

/** Visits one world after another: runs, interrupts and resumes turns, moves the clock, and looks for data of others. */
export async function visitDemo(visits: VisitContext, number: number): Promise<void> {
  const { isRunning, problems, turns } = visits
  for (let life = 0; life === 0 || isRunning(); life++) {
    const visitor = await openDemo(visits)
    if (visitor === undefined) return
    const mark = `mark-${number}-${life}-`
    for (let turn = 0; turn < 4 && (turn === 0 || isRunning()); turn++) {
      const missing = await cutAndResume(visitor, mark)
      if (missing === undefined) turns[number] = (turns[number] ?? 0) + 1
      else problems.push(`A turn of visitor ${number} misses events, its cursors are ${missing}`)
      await visitor.call('POST /__control/clock', { advance: '1m' })
      for (const path of [
        '/api/conversations?size=100',
        '/__control/journal',
        '/__control/faults',
      ]) {
        const { status, text } = await visitor.call(`GET ${path}`)
        if (status !== 200)
          problems.push(`${path} responded to visitor ${number} with ${status}: ${text}`)
        const foreign = text.match(/mark-\d+-\d+-/g)?.find((seen) => seen !== mark)
        if (foreign !== undefined) problems.push(`${mark} saw ${foreign} at ${path}`)
      }
      await tryOtherWorlds(visits, visitor)
    }
    // Few enough that abandoned worlds never fill the server before they expire.
    const isAbandoned = visits.abandon && life % 8 === 7
    if (!isAbandoned) await visitor.call('DELETE /__control/visitor')
    await delay(0)
  }
}

/** Interrupts a turn and resumes it; returns the cursors if one is missing. */
async function cutAndResume(visitor: Visitor, mark: string): Promise<string | undefined> {
  const made = await visitor.call('POST /api/conversations', { title: `Of ${mark}` })
  const { data } = JSON.parse(made.text) as { data: { id: string } }
  const begun = await visitor.read('/api/react', {
    q: `Hello from ${mark}`,
    conversation_id: data.id,
  })
  // Further events may have arrived; the test ignores them.
  const first = cursorsOf(await begun.until(4)).slice(0, 4)
  await begun.leave()
  const body = { conversation_id: data.id, cursor: first.at(-1) }
  const resumed = await visitor.read('/api/chat/resume', body)
  const rest = (await resumed.rest()).filter(({ event }) => event !== 'resume_done')
  const cursors = [...first, ...cursorsOf(rest)]
  const whole = rest.length > 0 && cursors.every((cursor, at) => cursor === (cursors[0] ?? 0) + at)
  return whole ? undefined : cursors.join(' ')
}

/** Tries to read and control the world of another visitor in every known way. */
async function tryOtherWorlds({ known, problems }: VisitContext, visitor: Visitor): Promise<void> {
  const other = known.findLast(({ name }) => name !== visitor.name)
  if (other === undefined) return
  const named = { 'x-understudy-world': other.name }
  const key = { authorization: `Bearer ${other.key}` }
  const move = { freeze: true }
  const tried: readonly (readonly [number, ...Parameters<Visitor['call']>])[] = [
    [403, `POST /w/${other.name}/__control/clock`, move],
    [403, 'POST /__control/clock', move, named],
    [403, `DELETE /__control/worlds/${other.name}`],
    [403, 'GET /__control/worlds'],
    [400, 'GET /api/agents', undefined, named],
    [401, 'GET /api/agents', undefined, key],
  ]
  for (const [status, ...asked] of tried) {
    const got = await visitor.call(...asked)
    if (got.status !== status)
      problems.push(`${asked[0]} of another visitor got ${got.status}, not ${status}: ${got.text}`)
  }
}
