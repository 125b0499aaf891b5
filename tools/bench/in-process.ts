import { readFileSync } from 'node:fs'
import type { Fixture } from '../../contract/fixture.ts'
import type { PlainRequest } from '../../contract/plain-http.ts'
import type { Fake } from '../../mocks/fake.ts'

export const demoFixture = JSON.parse(
  readFileSync(new URL('../../generated/fixtures/demo.json', import.meta.url), 'utf8'),
) as Fixture

/** The demo user's API key with all scopes. */
export const fullKeyOf = (fake: Fake) =>
  fake.world().keyring.valueOf(demoFixture.showcase.keys['full'] ?? '')

/** Creates a request for a call in process, from a line such as `GET /api/agents?size=5`. */
export function createCall(key: string, line: string, body?: object): PlainRequest {
  const [method = '', target = ''] = line.split(' ')
  const [path = '', query = ''] = target.split('?')
  const bytes = new TextEncoder().encode(body === undefined ? '' : JSON.stringify(body))
  const headers: Readonly<Record<string, string>> = {
    authorization: `Bearer ${key}`,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  return {
    method,
    path,
    query,
    header: (name) => headers[name],
    headers: () => Object.entries(headers),
    signal: new AbortController().signal,
    read: async () => bytes,
  }
}

/** Sends a request to a fake. Throws if the response is an error. */
export async function sendToFake(fake: Fake, call: PlainRequest) {
  const reply = await fake.handle(call)
  if (reply.status < 400) return reply
  throw new Error(`${call.method} ${call.path} failed: ${reply.status} ${String(reply.body)}`)
}
