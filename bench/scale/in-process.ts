import { readFileSync } from 'node:fs'
import type { Fixture } from '../../contract/fixture.ts'
import type { PlainRequest } from '../../recording/exchange.ts'
import type { Fake } from '../../mocks/fake.ts'

/** What a world begins with where nothing else is wanted. */
export const demo = JSON.parse(
  readFileSync(new URL('../../generated/fixtures/demo.json', import.meta.url), 'utf8'),
) as Fixture

/** The key of the demo user that opens everything. */
export const keyOf = (fake: Fake, world?: string) =>
  fake.world(world).keyring.valueOf(demo.showcase.keys['full'] ?? '')

/** A call without a connection: a method and a path as in `GET /api/agents?size=5`. */
export function callOf(key: string, line: string, body?: object): PlainRequest {
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

/** Answers a call. Throws where the answer is no success. */
export async function answer(fake: Fake, call: PlainRequest) {
  const reply = await fake.handle(call)
  if (reply.status < 400) return reply
  throw new Error(`Failed to ${call.method} ${call.path}: ${reply.status}, ${String(reply.body)}`)
}

/** Microseconds of CPU that something takes, all threads together. */
export async function cpuOf(run: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return user + system
}
