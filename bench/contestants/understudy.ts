import { fileURLToPath } from 'node:url'
import type { Server } from '../server.ts'
import { type Contestant, type ScoreName, wire } from './contestant.ts'

/** The commands as they are shipped. */
export const program = fileURLToPath(new URL('../../dist/cli/understudy.js', import.meta.url))

/** The fake as it is shipped. */
export const understudy = (scenarios: string) =>
  ({
    name: 'understudy',
    start: {
      launch: (port) => ({ args: [program, 'serve', '--port', `${port}`], health }),
      requests: async () => [wire('GET', health)],
    },
    list: {
      launch: (port) => serve(port, '--fixture', 'crowded'),
      requests: async (server) => [wire('GET', listPath, await authorization(server))],
    },
    streams: (score) => ({
      launch: (port) => serve(port, '--scenarios', scenarios),
      requests: (server, count) => turns(server, score, count),
    }),
    unpaced: {
      launch: (port) => serve(port, '--scenarios', scenarios, '--speed', 'max'),
      requests: (server, count) => turns(server, 'unpaced', count),
    },
  }) satisfies Contestant

const health = '/__control/health'
/** The list that is measured. */
export const listPath = '/api/conversations?size=20'

const serve = (port: number, ...flags: readonly string[]) => ({
  args: [program, 'serve', '--port', `${port}`, '--json', ...flags],
  health,
})

/** The header that opens everything. */
export async function authorization(server: Server): Promise<{ authorization: string }> {
  const line = await server.firstLine()
  const { keys } = JSON.parse(line) as { keys: Record<string, string> }
  return { authorization: `Bearer ${keys['full']}` }
}

/** A request for a turn in each of so many conversations. */
async function turns(server: Server, score: ScoreName, count: number): Promise<readonly string[]> {
  const headers = { ...(await authorization(server)), 'content-type': 'application/json' }
  const made: string[] = []
  const make = async () => {
    const url = `${server.url}/api/conversations`
    const signal = AbortSignal.timeout(60_000)
    const response = await fetch(url, { method: 'POST', headers, body: '{}', signal })
    const { data } = (await response.json()) as { data: { id: string } }
    const body = { q: `play ${score}`, conversation_id: data.id }
    made.push(wire('POST', '/api/react', headers, body))
  }
  const hands = Array.from({ length: 16 }, async (_, hand) => {
    for (let index = hand; index < count; index += 16) await make()
  })
  await Promise.all(hands)
  return made
}
