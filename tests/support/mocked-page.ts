import { http, passthrough } from 'msw'
import { setupWorker } from 'msw/browser'
import type { FaultInput } from '../../contract/fault.ts'
import { createFake, type Fixture, type Scenario } from '../../entries/index.ts'
import { handlers } from '../../entries/msw.ts'

const story: Scenario = {
  name: 'short-story',
  match: { endpoint: 'react', query: 'tell me' },
  pace: { by: 'word', size: 1, every: 100 },
  script: [{ think: 'Hm.' }, { answer: 'That is the end.' }],
}

const fixture = (await (await fetch('/demo.json')).json()) as Fixture
const fake = createFake({ fixture, scenarios: [story], seed: 'page' })
const worker = setupWorker(...handlers(fake))
const decoder = new TextDecoder()

/** Signs in, and returns the headers of platform requests. */
async function signIn(): Promise<Record<string, string>> {
  const response = await fetch('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"email":"demo@example.com","password":"demo-password"}',
  })
  const { access_token } = (await response.json()) as { readonly access_token: string }
  return { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' }
}

async function ask(signal?: AbortSignal): Promise<Response> {
  const headers = await signIn()
  const body = '{"q":"Tell me"}'
  return fetch('/api/react', { method: 'POST', headers, body, ...(signal && { signal }) })
}

/** Polls until a condition holds. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve))
}

/** Starts a turn with a frozen clock, and reads its first event. */
async function begin() {
  const silence = { stall: { after_event: 0, for: '100ms' } } as const
  fake.control().faults.add({ match: { endpoint: 'POST /api/react' }, effect: { stream: silence } })
  const leaving = new AbortController()
  fake.clock.freeze()
  const opening = ask(leaving.signal)
  // The headers arrive before the first event.
  const response = await opening
  fake.clock.advance('150ms')
  const reader = response.body?.getReader()
  if (reader === undefined) throw new Error(`The turn got a response with ${response.status}.`)
  const first = decoder.decode((await reader.read()).value)
  return { first, reader, leaving }
}

type PageReader = Pick<ReadableStreamDefaultReader<Uint8Array>, 'read'>

/** The rest of a stream as far as it arrives, and the error that ended it. */
async function readAll(reader: PageReader | undefined) {
  let text = ''
  try {
    for (let read = await reader?.read(); read?.done === false; read = await reader?.read())
      text += decoder.decode(read.value, { stream: true })
    return { text }
  } catch (error) {
    return { text, broke: String(error) }
  }
}

/** Requests the turn, and reads the part of it that a fault leaves. */
async function askStruck(effect: FaultInput['effect']) {
  fake.clock.resume({ scale: 1000 })
  fake.control().faults.add({ match: { endpoint: 'POST /api/react' }, effect })
  const response = await ask().catch(String)
  return typeof response === 'string' ? { refused: response } : readAll(response.body?.getReader())
}

const statusOfAgents = async () => (await fetch('/api/agents')).status

/** The functions that tests can call in the page. */
const kit = {
  fake,
  worker,
  http,
  passthrough,
  signIn,
  ask,
  begin,
  askStruck,
  readAll,
  until,
  statusOfAgents,
}
Object.assign(globalThis, { kit })

export type Kit = typeof kit
declare global {
  var kit: Kit
  /** The turn that a test started in the page. */
  var turn: Awaited<ReturnType<typeof begin>>
  /** Defined only in pages. */
  var isSecureContext: boolean
}
