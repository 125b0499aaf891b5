import { readFile } from 'node:fs/promises'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { conform } from '../../cli/conform.ts'
import { proxy } from '../../cli/proxy.ts'
import { replay } from '../../cli/replay.ts'
import type { TrafficReport } from '../../conformance/passive/traffic-check.ts'
import { listen } from '../../mocks/adapters/node.ts'
import { harEntry, harText } from '../support/record-har.ts'
import { temporaryFolder } from '../support/start-serve.ts'
import { demo, mountInProcess } from '../support/transports.ts'

const { folder, file } = temporaryFolder()

type Entry = ReturnType<typeof harEntry>

/** Copies the entry, and adds its content type to the headers. */
function withContentType(entry: Entry): Entry {
  const response = entry['response'] as { readonly content: { readonly mimeType?: string } }
  const headers = [{ name: 'content-type', value: response.content.mimeType ?? 'text/plain' }]
  return { ...entry, response: { ...response, headers } }
}

/** Checks a recording of these entries. */
const checkEntries = (...entries: readonly Entry[]) => checkRecordings(entries)

/** Checks recordings together, each with its entries. */
async function checkRecordings(...recordings: readonly (readonly Entry[])[]) {
  let stdout = ''
  const io = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: () => true },
  }
  const files = recordings.map((entries, at) =>
    file(`bad-${at}.har`, harText(entries.map(withContentType))),
  )
  const flags = (await Promise.all(files)).flatMap((har) => ['--traffic', har])
  const code = await conform([...flags, '--json'], io)
  return { code, ...(JSON.parse(stdout) as TrafficReport) }
}

const page = { items: [], total: 0, page: 1, size: 20, pages: 0 }
const agents = harEntry({
  headers: { authorization: 'Bearer recorded' },
  content: { mimeType: 'application/json', text: JSON.stringify(page) },
})
/** A stream without its last event. */
const cut = (more: object): Entry => ({
  ...harEntry({
    method: 'POST',
    url: 'http://platform.example/api/react',
    body: '{"q":"Hello"}',
    content: {
      mimeType: 'text/event-stream',
      text: 'event: step\ndata: {"type":"thinking","cursor":1}\n\nevent: ans',
    },
  }),
  ...more,
})
const missesItsEnd = ({ findings }: TrafficReport) =>
  findings.filter(({ expected }) => /\bend\b/.test(expected)).length

it('exchanges without bodies are counted, and no rule checks them', async () => {
  const without = harEntry({ content: { size: -1 } })
  const { code, exchanges, judged: count, findings } = await checkEntries(without, without)
  expect([code, exchanges, count, findings]).toEqual([4, 2, 0, []])
})

it('a missing `end` event is not reported if the client, the deployment or the recorder cut the stream', async () => {
  expect(missesItsEnd(await checkEntries(cut({})))).toBeGreaterThan(0)
  for (const reason of [{ _closed: 'client' }, { _closed: 'server' }, { _truncated: true }])
    expect(missesItsEnd(await checkEntries(cut(reason)))).toBe(0)
  expect((await checkEntries(cut({ _truncated: true }))).judged).toBe(0)
})

it('several recordings are judged together, and their exchanges are numbered together', async () => {
  const text = JSON.stringify({ total: 0 })
  const bad = harEntry({ content: { mimeType: 'application/json', text } })
  for (const [recordings, first] of [
    [[[bad], [agents]], 0],
    [[[agents], [bad]], 1],
  ] as const) {
    const { code, exchanges, findings } = await checkRecordings(...recordings)
    expect([code, exchanges]).toEqual([1, 2])
    expect(findings[0]).toMatchObject({ first })
  }
})

it('a base64 body is judged like the same body as text', async () => {
  const wrong = JSON.stringify({ ...page, total: 'many' })
  const text = Buffer.from(wrong).toString('base64')
  const content = { mimeType: 'application/json', encoding: 'base64', text }
  const packed = await checkEntries(harEntry({ content }))
  const plain = await checkEntries(
    harEntry({ content: { ...content, encoding: undefined, text: wrong } }),
  )
  expect(plain.findings.length).toBeGreaterThan(0)
  expect(packed.findings).toEqual(plain.findings)
})

it('calls of other services in a recording are not judged', async () => {
  const page404 = { mimeType: 'application/json', text: '{"reason":"not here"}' }
  const others = [
    'https://cdn.example/logo.svg',
    'https://analytics.example/api/track',
    'http://platform.example/favicon.ico',
  ].map((url) => harEntry({ url, status: 404, content: page404 }))
  const { code, exchanges, judged: count } = await checkEntries(agents, ...others)
  expect([code, exchanges, count]).toEqual([0, 4, 1])
  const ours = harEntry({ url: 'http://platform.example/api/x', status: 404, content: page404 })
  expect((await checkEntries(agents, ours)).code).toBe(1)
})

it('calls without a response, with status 0 or -1, are counted and not judged', async () => {
  const left = [0, -1].map((status) => harEntry({ status, content: { size: -1, text: '' } }))
  const { code, exchanges, judged: count } = await checkEntries(agents, ...left)
  expect([code, exchanges, count]).toEqual([0, 3, 1])
})

it('a clock that jumps stops neither the check nor the replay of a recording', async () => {
  const at = (startedDateTime: string, time: number) => ({ ...agents, startedDateTime, time })
  const entries = [
    at('2026-11-22T10:00:00Z', 5),
    at('1970-01-01T00:00:00Z', -3_600_000),
    at('2126-01-01T00:00:00Z', 1e15),
    at('2026-11-22T10:00:01Z', 5),
  ]
  expect((await checkEntries(...entries)).judged).toBe(4)
  const target = await listen(mountInProcess({ fixture: demo }).fake)
  onTestFinished(target.close)
  let stdout = ''
  const io = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: () => true },
  }
  const login = ['--email', 'demo@example.com', '--password', 'demo-password']
  await replay([join(folder.path, 'bad-0.har'), '--to', target.url, '--json', ...login], io)
  const { results } = JSON.parse(stdout) as { results: readonly { status: number }[] }
  expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

/** Runs `proxy --check --record` in front of an address while `use` calls it. */
async function proxied(to: string, use: (url: string) => Promise<unknown>) {
  const stopping = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<string>()
  const [printed, warned]: [string[], string[]] = [[], []]
  const io = {
    stdout: { write: (text: string) => (ready.resolve(text), printed.push(text)) },
    stderr: { write: (text: string) => warned.push(text) },
    stopped: stopping.promise,
  }
  const har = join(folder.path, `${crypto.randomUUID()}.har`)
  const flags = ['--to', to, '--port', '0', '--check', '--json', '--record', har]
  const exit = proxy(flags, io)
  exit.catch(ready.reject)
  const used = await use((JSON.parse(await ready.promise) as { url: string }).url)
  stopping.resolve()
  const code = await exit
  const { entries } = (JSON.parse(await readFile(har, 'utf8')) as Recorded).log
  const report = JSON.parse(printed.at(-1) ?? '') as TrafficReport
  return { code, used, entries, report, warned: warned.join('') }
}
type Recorded = {
  readonly log: {
    readonly entries: readonly {
      readonly _closed?: string
      readonly response: { readonly status: number; readonly content: { readonly text?: string } }
    }[]
  }
}

/** A server that sends these bytes on each connection, and closes it. */
async function answering(bytes: string): Promise<string> {
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(bytes))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const getAgents = async (url: string) => {
  const response = await fetch(`${url}/api/agents`)
  const text = await response.text().catch((error: Error) => error.message)
  return { status: response.status, text }
}

it('a deployment that is down is no violation: the client gets 502, and nothing is recorded', async () => {
  const closed = await answering('')
  const { code, used, entries, report, warned } = await proxied(
    closed.replace(/\d+$/, '1'),
    getAgents,
  )
  expect(used).toMatchObject({
    status: 502,
    text: expect.stringContaining('refused the connection'),
  })
  expect([code, report.judged, report.findings]).toEqual([4, 0, []])
  expect(entries).toEqual([])
  expect(warned).toMatch(/^Recorded 0 exchanges in /)
})

it('a response body shorter than its declared length breaks off at the client, and the received part is recorded', async () => {
  const text = '{"success":true'
  const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 900\r\n\r\n'
  const { used, entries, report } = await proxied(await answering(head + text), getAgents)
  expect(used).toEqual({ status: 200, text: 'terminated' })
  expect(entries).toMatchObject([{ _closed: 'server', response: { content: { text } } }])
  expect(report.exchanges).toBe(1)
})

it('a response body that is longer than its declared length is cut at that length', async () => {
  const body = JSON.stringify({ success: true, data: page })
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  const target = await answering(`${head}${body}HTTP/1.1 200 OK\r\n and more`)
  const { used, entries } = await proxied(target, getAgents)
  expect(used).toEqual({ status: 200, text: body })
  expect(entries).toMatchObject([{ response: { content: { text: body } } }])
})
