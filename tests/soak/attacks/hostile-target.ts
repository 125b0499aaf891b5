import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Fixture } from '../../../contract/fixture.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'
import { createFake } from '../../../mocks/fake.ts'
import type { Command, HostileHandler } from './target-attack.ts'

const generated = <T>(file: string) => JSON.parse(readFileSync(`generated/${file}`, 'utf8')) as T
const mostSeconds = 300

/** The arguments of a command for the target at a URL. */
export const argumentsOf = (command: Command, url: string): readonly string[] => {
  const who = ['--email', 'demo@example.com', '--password', 'demo-password', '--timeout', '2000']
  return command.name === 'compare'
    ? ['compare', url, url, ...who, ...command.flags]
    : [command.name, '--base-url', url, ...who, ...command.flags]
}

/** Starts a platform that is hostile in some of its responses. */
export async function listenHostile(isHostile: HostileHandler) {
  const fake = createFake({
    fixture: generated<Fixture>('fixtures/demo.json'),
    scenarios: generated<Scenario[]>('scenarios.json'),
    speed: Number.POSITIVE_INFINITY,
  })
  const open = new Set<ServerResponse>()
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    open.add(response.on('close', () => open.delete(response)))
    response.on('error', () => undefined)
    const done = isHostile(request, response)
    if (done === true) return
    const change = done === false ? undefined : done
    void forward(fake, request, response, change).catch(() => response.destroy())
  })
  server.requestTimeout = mostSeconds * 1000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    async close() {
      for (const response of open) response.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      fake.close()
    },
  }
}

async function forward(
  fake: ReturnType<typeof createFake>,
  request: IncomingMessage,
  response: ServerResponse,
  change: ((body: string) => string) | undefined,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { method = 'GET', url = '/' } = request
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    name === 'connection' || typeof value !== 'string' ? [] : [[name, value] as [string, string]],
  )
  const bare = method === 'GET' || method === 'HEAD'
  const answer = await fake.fetch(
    new Request(`http://127.0.0.1${url}`, {
      method,
      headers,
      ...(bare ? {} : { body: Buffer.concat(chunks) }),
    }),
  )
  const fields = Object.fromEntries(answer.headers)
  if (change !== undefined) {
    delete fields['content-length']
    response.writeHead(answer.status, fields).end(change(await answer.text()))
    return
  }
  response.writeHead(answer.status, fields)
  const reader = answer.body?.getReader()
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
    if (!response.destroyed) response.write(part.value)
  response.end()
}
