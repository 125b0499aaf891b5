import { setTimeout as delay } from 'node:timers/promises'
import { cursorsOf, type Reader, readerOf } from '../stream-reader.ts'

/** What visitors did together. */
export type Visits = {
  readonly url: string
  /** Whether visitors go on; who is done with a world begins another. */
  readonly goesOn: () => boolean
  /** Whether some leave as people do who close the window: their worlds end by themselves. */
  readonly abandon: boolean
  /** Milliseconds that calls took, streams apart. */
  readonly took: number[]
  /** Turns of each visitor that were cut, resumed and whole. */
  readonly turns: number[]
  /** Worlds that visitors had. */
  readonly worlds: { count: number }
  /** What was open to somebody at some time: the names of worlds, and keys of them. */
  readonly known: { readonly name: string; readonly key: string }[]
  readonly problems: string[]
}

/** One who is in a world, by cookie and key. */
type Guest = {
  readonly name: string
  readonly key: string
  readonly cookie: string
  call(
    operation: string,
    body?: object,
    headers?: object,
  ): Promise<{ status: number; text: string }>
  read(path: string, body: object): Promise<Reader>
}

/** Comes with a new browser, as the page does; `undefined` while there is no room. */
async function arrive({ url, took, worlds, known, problems }: Visits): Promise<Guest | undefined> {
  const page = await fetch(`${url}/`)
  await page.text()
  const [cookie = ''] = page.headers.get('set-cookie')?.split(';') ?? []
  const open = (operation: string, body?: object, headers?: object, signal?: AbortSignal) => {
    const [method = 'GET', path = ''] = operation.split(' ')
    return fetch(url + path, {
      method,
      headers: { cookie, ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    })
  }
  const call: Guest['call'] = async (...asked) => {
    const began = performance.now()
    const response = await open(...asked)
    const text = await response.text()
    took.push(performance.now() - began)
    return { status: response.status, text }
  }
  const { status, text } = await call('GET /__control/visitor')
  if (status !== 200) {
    problems.push(`A newcomer had no world: ${status} ${text}`)
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
      const leaving = new AbortController()
      return readerOf(await open(`POST ${path}`, body, bearer, leaving.signal), leaving)
    },
  }
}

/** Stays in one world after another: asks, cuts, resumes, steers, and looks at all that it can see. */
export async function stay(visits: Visits, number: number): Promise<void> {
  const { goesOn, problems, turns } = visits
  for (let life = 0; life === 0 || goesOn(); life++) {
    const guest = await arrive(visits)
    if (guest === undefined) return
    const mark = `mark-${number}-${life}-`
    for (let turn = 0; turn < 4 && (turn === 0 || goesOn()); turn++) {
      const missing = await cutAndResume(guest, mark)
      if (missing === undefined) turns[number] = (turns[number] ?? 0) + 1
      else problems.push(`A turn of visitor ${number} has a gap: ${missing}`)
      await guest.call('POST /__control/clock', { advance: '1m' })
      for (const place of [
        '/api/conversations?size=100',
        '/__control/journal',
        '/__control/faults',
      ]) {
        const { status, text } = await guest.call(`GET ${place}`)
        if (status !== 200) problems.push(`${place} gave visitor ${number} ${status}: ${text}`)
        const foreign = text.match(/mark-\d+-\d+-/g)?.find((seen) => seen !== mark)
        if (foreign !== undefined) problems.push(`${mark} saw ${foreign} at ${place}`)
      }
      await trespass(visits, guest)
    }
    // So few that all have room who come within the time that such a world stays.
    const leavesUnsaid = visits.abandon && life % 8 === 7
    if (!leavesUnsaid) await guest.call('DELETE /__control/visitor')
    await delay(0)
  }
}

/** Reads half of a turn, leaves, and reads on; gives the cursors where they have a gap. */
async function cutAndResume(guest: Guest, mark: string): Promise<string | undefined> {
  const made = await guest.call('POST /api/conversations', { title: `Of ${mark}` })
  const { data } = JSON.parse(made.text) as { data: { id: string } }
  const begun = await guest.read('/api/react', {
    q: `Hello from ${mark}`,
    conversation_id: data.id,
  })
  // More may have come with them, which is as if it had been lost on the way.
  const first = cursorsOf(await begun.until(4)).slice(0, 4)
  await begun.leave()
  const body = { conversation_id: data.id, cursor: first.at(-1) }
  const resumed = await guest.read('/api/chat/resume', body)
  const rest = (await resumed.rest()).filter(({ event }) => event !== 'resume_done')
  const cursors = [...first, ...cursorsOf(rest)]
  const whole = rest.length > 0 && cursors.every((cursor, at) => cursor === (cursors[0] ?? 0) + at)
  return whole ? undefined : cursors.join(' ')
}

/** Tries each way into the world of another that a visitor could find. */
async function trespass({ known, problems }: Visits, guest: Guest): Promise<void> {
  const other = known.findLast(({ name }) => name !== guest.name)
  if (other === undefined) return
  const named = { 'x-understudy-world': other.name }
  const key = { authorization: `Bearer ${other.key}` }
  const move = { freeze: true }
  const tried: readonly (readonly [number, ...Parameters<Guest['call']>])[] = [
    [403, `POST /w/${other.name}/__control/clock`, move],
    [403, 'POST /__control/clock', move, named],
    [403, `DELETE /__control/worlds/${other.name}`],
    [403, 'GET /__control/worlds'],
    [400, 'GET /api/agents', undefined, named],
    [401, 'GET /api/agents', undefined, key],
  ]
  for (const [status, ...asked] of tried) {
    const got = await guest.call(...asked)
    if (got.status !== status)
      problems.push(`${asked[0]} of another got ${got.status}, not ${status}: ${got.text}`)
  }
}
