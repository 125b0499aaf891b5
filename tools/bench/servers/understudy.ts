import { fileURLToPath } from 'node:url'
import type { ServerProcess } from '../process.ts'
import { type BenchServer, httpRequest, understudyName } from './server.ts'

const program = fileURLToPath(new URL('../../../dist/cli/understudy.js', import.meta.url))

export const listPath = '/api/conversations?size=20'

/** Understudy from `dist`. `folder` contains its scenarios. */
export const understudy = ({ folder }: { readonly folder: string }) =>
  ({
    name: understudyName,
    start: (port) => serve(port),
    list: {
      command: (port) => serve(port, '--json', '--fixture', 'crowded'),
      requests: async (server) => [httpRequest('GET', listPath, await authorization(server))],
    },
    streams: {
      command: (port) => serve(port, '--json', '--scenarios', `${folder}/scenarios`),
      requests: createTurnRequests,
    },
  }) satisfies BenchServer

const serve = (port: number, ...flags: readonly string[]) => ({
  args: [program, 'serve', '--port', `${port}`, ...flags],
  readyPath: '/__control/health',
})

/** The header with the API key that has all scopes. */
export async function authorization(server: ServerProcess): Promise<{ authorization: string }> {
  const { keys } = JSON.parse(await server.firstLine()) as { keys: Record<string, string> }
  return { authorization: `Bearer ${keys['full']}` }
}

/** Creates conversations, 16 at a time, and returns the request for a turn in each. */
async function createTurnRequests(server: ServerProcess, count: number): Promise<string[]> {
  const headers = { ...(await authorization(server)), 'content-type': 'application/json' }
  const requests: string[] = []
  const create = async () => {
    const url = `${server.url}/api/conversations`
    const signal = AbortSignal.timeout(60_000)
    const response = await fetch(url, { method: 'POST', headers, body: '{}', signal })
    const { data } = (await response.json()) as { data: { id: string } }
    const body = { q: 'answer', conversation_id: data.id }
    requests.push(httpRequest('POST', '/api/react', headers, body))
  }
  const workers = Array.from({ length: 16 }, async (_, worker) => {
    for (let index = worker; index < count; index += 16) await create()
  })
  await Promise.all(workers)
  return requests
}
