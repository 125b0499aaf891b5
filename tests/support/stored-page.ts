import { browserStorage } from '../../entries/browser.ts'
import { createFake, type Fixture } from '../../entries/index.ts'

const notices: string[] = []
const fixture = (await (await fetch('/demo.json')).json()) as Fixture
const storage = browserStorage({ onNotice: (sentence) => notices.push(sentence) })
const fake = createFake({ fixture, storage, seed: 'page', speed: Infinity })

async function call<Json>(method: string, path: string, token?: string, body?: object) {
  const response = await fake.fetch(
    new Request(`http://platform.test${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }),
  )
  return { status: response.status, json: (await response.json()) as Json }
}

/** Opens a stream; each read returns text, or `undefined` at the end of the stream. */
async function stream(path: string, token: string, body: object) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fake.fetch(new Request(`http://platform.test${path}`, request))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  return { read: async () => (await reader?.read())?.value }
}

async function login(): Promise<string> {
  const body = { email: 'demo@example.com', password: 'demo-password' }
  const { json } = await call<{ access_token: string }>('POST', '/api/auth/login', undefined, body)
  return json.access_token
}

const create = async (token: string, title: string) =>
  (await call('POST', '/api/conversations', token, { title })).status

const titles = () =>
  fake
    .control()
    .records.list('conversations', { size: 100 })
    .items.map(({ title }) => title)

/** The functions that tests can call in the page. */
const kept = { fake, storage, notices, call, stream, login, create, titles }
Object.assign(globalThis, { kept })

export type Kept = typeof kept
declare global {
  var kept: Kept
}
