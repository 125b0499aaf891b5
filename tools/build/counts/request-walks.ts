import { readFile } from 'node:fs/promises'
import { demoFixture } from '../../bench/in-process.ts'
import { readProfile } from '../../../contract/profile.ts'
import { createFake, type NewFakeOptions } from '../../../mocks/fake.ts'
import { type Walk, walkOf } from './walk.ts'

const origin = 'http://platform.test'
const deployed = new URL('../../../dist/generated/profiles/deployed-0.8.json', import.meta.url)

/** Counts what a fake runs for three calls: a list, the same list with a profile, a resume. */
export async function walksOfRequests(): Promise<Readonly<Record<string, Walk>>> {
  const profile = readProfile(JSON.parse(await readFile(deployed, 'utf8')))
  const list = await client({ fixture: demoFixture })
  const underProfile = await client({ fixture: demoFixture, profile })
  return {
    'a list of conversations': await warmWalk(async () => list('GET', '/api/conversations')),
    'the same list under deployed-0.8': await warmWalk(async () =>
      underProfile('GET', '/api/conversations'),
    ),
    'a resume of a finished turn': await walkOfResume(),
  }
}

async function walkOfResume(): Promise<Walk> {
  const call = await client({ fixture: demoFixture, speed: Infinity })
  const [, conversation_id] =
    /"id":"([^"]+)"/.exec(await call('POST', '/api/conversations', {})) ?? []
  await call('POST', '/api/react', { q: 'Hello', conversation_id })
  const body = { conversation_id, cursor: 0 }
  return warmWalk(async () => call('POST', '/api/chat/resume', body))
}

/** Counts the third of three equal calls, so that code for loading and caching is not counted. */
async function warmWalk(call: () => Promise<string>): Promise<Walk> {
  await call()
  await call()
  return walkOf(call)
}

/** Signs in at a new fake. Returns a function that sends a request, and reads its response. */
async function client(options: NewFakeOptions) {
  const fake = createFake(options)
  const send = async (method: string, path: string, headers: object, body?: object) => {
    const init = { method, headers: { ...headers, 'content-type': 'application/json' } }
    const requestInit = body === undefined ? init : { ...init, body: JSON.stringify(body) }
    const response = await fake.fetch(new Request(`${origin}${path}`, requestInit))
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} was refused: ${response.status} ${text}`)
    return text
  }
  const { email, password } = { email: 'demo@example.com', password: 'demo-password' }
  const session = await send('POST', '/api/auth/login', {}, { email, password })
  const [, token] = /"access_token":"([^"]+)"/.exec(session) ?? []
  return async (method: string, path: string, body?: object) =>
    send(method, path, { authorization: `Bearer ${token}` }, body)
}
