import { expect, it } from 'vitest'
import { callLine, crashText } from '../../cli/serve/messages.ts'
import { serve } from '../../cli/serve.ts'
import { type Ready, start } from '../support/start-serve.ts'
import { shortStory } from '../support/short-story.ts'
import { mountInProcess } from '../support/transports.ts'
import { keyOf, visit } from '../support/visitor.ts'
import type { JournalLine } from '../../contract/control/journal.ts'

it('--verbose prints each request in one line, with the reason of a refusal, and each stream again at its end', async () => {
  const calls: JournalLine[] = []
  const mounted = mountInProcess({ scenarios: [shortStory], onCall: (call) => calls.push(call) })
  const body = { q: 'Tell me' }
  await visit(mounted, keyOf(mounted, 'full')).stream('POST /api/react', { body })
  await visit({ ...mounted, baseUrl: `${mounted.baseUrl}/w/red` }).call('DELETE /api/agents')
  const [begun, ended, refused] = calls.map(callLine)
  expect(begun).toMatch(/^#1 default POST \/api\/react 200 \d+ ms – plays short-story$/)
  expect(ended).toMatch(/^#1 default POST \/api\/react ended after \d+ events, \d+ bytes$/)
  expect(refused).toMatch(
    /^#1 red DELETE \/w\/red\/api\/agents 405 \d+ ms – 405: .* supports GET, POST/,
  )
})

it('--verbose blames a fault for a stream without its last event only if a fault was applied', () => {
  const stream = { state: 'cut', events: 2, bytes: 83, ended_at: null } as const
  const call = {
    number: 1,
    world: 'proxy',
    method: 'POST',
    path: '/api/dag',
    stream,
  } as JournalLine
  expect(callLine({ ...call, faults: [] })).toBe(
    '#1 proxy POST /api/dag ended before its last event, after 2 events, 83 bytes',
  )
  expect(callLine({ ...call, faults: ['fault-1'] })).toBe(
    '#1 proxy POST /api/dag was cut by a fault after 2 events, 83 bytes',
  )
})

it('serve --verbose prints each request on standard error', async () => {
  const [stopping, ready] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const errors: string[] = []
  const exit = serve(['--port', '0', '--json', '--verbose'], {
    stdout: { write: (text: string) => ready.resolve(text) },
    stderr: { write: (text: string) => errors.push(text) },
    stopped: stopping.promise,
  })
  const { url } = JSON.parse(await ready.promise) as { url: string }
  await (await fetch(`${url}/api/agents`)).text()
  stopping.resolve()
  expect(await exit).toBe(0)
  expect(errors.join('')).toMatch(
    /^#1 default GET \/api\/agents 401 \d+ ms – 401: .*credential.*\n$/,
  )
})

it('serve --verbose names a refused origin, the allowed origins, and how to allow the refused one', async () => {
  const { output, errors, stop } = await start('--json', '--verbose', '--profile', 'deployed-0.8')
  const { url } = JSON.parse(output) as Ready
  const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' }
  await (await fetch(`${url}/api/react`, { method: 'OPTIONS', headers })).text()
  await stop()
  expect(errors.join('')).toMatch(
    /^#1 default OPTIONS \/api\/react 400 \d+ ms – refused origin http:\/\/localhost:5173: .*; allowed are http:\/\/localhost:3000, .*; allow it with `serve --allow-origin`/,
  )
})

it('a crash is logged with the commands that reproduce it', () => {
  const place = { world: 'red', seed: 's1' }
  const error = Object.assign(new Error('no'), { stack: 'Error: no\n    at here' })
  const cause = 'crashed: Error: no\n    at here'
  expect(crashText(error, place)).toBe(`A stream or timer of world red, seed s1, ${cause}`)
  const call = { number: 7, method: 'POST', path: '/api/react' }
  expect(crashText(error, { ...place, call })).toBe(
    `POST /api/react (call 7) of world red, seed s1, ${cause}`,
  )
})
