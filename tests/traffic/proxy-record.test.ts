import { once } from 'node:events'
import fs, { createReadStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  brotliCompressSync,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { RecordedExchange } from '../../contract/exchange.ts'
import { readHar } from '../../traffic/har/read-har.ts'
import { maxRecordedBody } from '../../traffic/proxy/exchange-log.ts'
import type { HarEntry } from '../../traffic/record/har-entry.ts'
import {
  finishRecording,
  memoryLimits,
  openRecorder,
  type Recorder,
} from '../../traffic/record/recorder.ts'
import { createRedactor } from '../../traffic/redact/redactor.ts'
import { entryOf } from '../support/planted-secrets.ts'
import { proxyBefore } from '../support/raw-upstream.ts'
import { recordedExchange } from '../support/recorded-exchange.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'record-'))
})
afterAll(() => rm(folder, { recursive: true }))

const redactor = () => createRedactor({ key: new Uint8Array(32).fill(3) })
const frames = ['step', 'answer', 'end'].map((event) => `event: ${event}\ndata: {"type":"x"}\n\n`)

/** A proxy that records to a file, in front of a sign-in, a stream and a list. */
async function recording(name: string, options: object = {}) {
  const file = join(folder, name)
  const recorder = openRecorder(file, redactor())
  const proxy = await proxyBefore(
    (incoming, outgoing) => {
      if (incoming.url === '/api/react') {
        outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
        for (const frame of frames) outgoing.write(frame)
        if (incoming.headers['x-wait'] === undefined) outgoing.end()
        return
      }
      outgoing.writeHead(200, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] })
      incoming.resume()
      incoming.on('end', () =>
        outgoing.end(
          incoming.url === '/api/auth/login' ? '{"access_token":"opaque-token-1234"}' : '[]',
        ),
      )
    },
    { onExchange: recorder.add, ...options },
  )
  const signIn = () =>
    fetch(`${proxy.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"ada@corp.io","password":"winter-is-long"}',
    })
  return { ...proxy, file, recorder, signIn }
}

async function soFarOf(recorder: Recorder): Promise<string[]> {
  const lines: string[] = []
  for await (const line of recorder.soFar()) lines.push(line)
  return lines
}

async function read(file: string): Promise<RecordedExchange[]> {
  const exchanges: RecordedExchange[] = []
  for await (const exchange of readHar(createReadStream(file))) exchanges.push(exchange)
  return exchanges
}

test('a recording of the proxy is read as a HAR file, with frames, times and without secrets', async () => {
  const { url, file, recorder, signIn, close } = await recording('session.har')
  await (await signIn()).text()
  await (await fetch(`${url}/api/react`, { method: 'POST', body: '{"q":"Hello"}' })).text()
  const list = await fetch(`${url}/api/agents?page=2`, {
    headers: { authorization: 'Bearer opaque-token-1234' },
  })
  await list.text()
  await expect.poll(async () => (await stat(`${file}.part`)).mode & 0o777).toBe(0o600)
  await close()
  expect(await recorder.finish()).toEqual({ file, entries: 3, damaged: 0 })
  const [login, turn, agents] = await read(file)
  expect(login?.request.content).toMatch(
    /^\{"email":"user-\w+@example\.com","password":"[a-z]{6}-[a-z]{2}-[a-z]{4}"\}$/,
  )
  expect(turn?.request.content).toBe('{"q":"Hello"}')
  expect(turn?.content).toBe(frames.join(''))
  expect(turn?.frames?.map(({ text }) => text)).toEqual(frames)
  expect(turn?.frames?.every(({ t }) => t >= 0)).toBe(true)
  expect(agents?.request.url.pathname + (agents?.request.url.search ?? '')).toBe(
    '/api/agents?page=2',
  )
  const [, token = ''] = /"access_token":"([^"]+)"/.exec(String(login?.content)) ?? []
  expect(agents?.request.headers['authorization']).toBe(`Bearer ${token}`)
  const text = await readFile(file, 'utf8')
  for (const secret of ['winter-is-long', 'opaque-token-1234', 'ada@corp.io'])
    expect(text).not.toContain(secret)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await expect(stat(`${file}.part`)).rejects.toThrow('ENOENT')
})

test('a stream that its client closed is recorded up to that point, and marked', async () => {
  const { url, file, recorder, close, openExchanges } = await recording('left.har')
  const leaving = new AbortController()
  const response = await fetch(`${url}/api/react`, {
    method: 'POST',
    headers: { 'x-wait': 'yes' },
    signal: leaving.signal,
  })
  const reader = response.body?.getReader()
  let received = ''
  while (received.length < frames.join('').length)
    received += new TextDecoder().decode((await reader?.read())?.value)
  leaving.abort()
  await expect.poll(openExchanges).toBe(0)
  await close()
  await recorder.finish()
  const [turn] = await read(file)
  expect([turn?.ended, turn?.content]).toEqual(['cut', frames.join('')])
})

test('a stream that is still open when the proxy ends is recorded up to that point', async () => {
  const { url, file, recorder, close } = await recording('open.har')
  const response = await fetch(`${url}/api/react`, { method: 'POST', headers: { 'x-wait': 'yes' } })
  const reader = response.body?.getReader()
  await reader?.read()
  await close()
  await reader?.read().catch(() => undefined)
  expect((await recorder.finish()).entries).toBe(1)
  const [turn] = await read(file)
  expect(turn?.content).toContain('event: step')
})

test('exchanges that a fault changed are not recorded', async () => {
  const { url, file, recorder, close, addFaults } = await recording('faulty.har')
  await (await fetch(`${url}/api/agents`)).text()
  addFaults({ effect: { body: { truncate: 1 } } })
  await expect((await fetch(`${url}/api/me`)).text()).rejects.toThrow('terminated')
  await close()
  await recorder.finish()
  expect((await read(file)).map(({ request }) => request.url.pathname)).toEqual(['/api/agents'])
})

test('the part file of a recording has only exchanges older than the window, and a repair turns it into a recording', async () => {
  const { url, file, recorder, signIn, close, upstream } = await recording('killed.har')
  await (await signIn()).text()
  for (let call = 0; call <= memoryLimits.entries; call++)
    await (await fetch(`${url}/api/agents?n=${call}`)).text()
  const part = await readFile(`${file}.part`, 'utf8')
  expect(part.split('\n').filter((line) => line !== '')).toHaveLength(2)
  expect(part).not.toContain('winter-is-long')
  // The unfinished recording contains both exchanges, in order.
  const soFar = (await soFarOf(recorder)).map((line) => JSON.parse(line) as HarEntry)
  expect(soFar).toHaveLength(memoryLimits.entries + 2)
  expect(soFar[0]?.request.url).toMatch(/login$/)
  expect(soFar[1]?.request.url).toMatch(/n=0$/)
  expect(soFar.at(-1)?.request.url).toMatch(`n=${memoryLimits.entries}`)
  await close()
  recorder.discard()
  // A killed proxy leaves its part, perhaps with an incomplete line.
  await writeFile(`${file}.part`, `${part}{"request":{"url":"${upstream}`)
  const finished = await finishRecording(file, redactor())
  expect(finished).toEqual({ file, entries: 2, damaged: 1 })
  expect((await read(file)).map(({ request }) => request.url.pathname)).toEqual([
    '/api/auth/login',
    '/api/agents',
  ])
})

test('a recording that is read while it grows has no secrets that became known after they were sent', async () => {
  const { url, recorder, signIn, close } = await recording('growing.har')
  await (await fetch(`${url}/api/agents?q=winter-is-long`)).text()
  const before = await soFarOf(recorder)
  expect(before.join('')).toContain('winter-is-long')
  await (await signIn()).text()
  const after = await soFarOf(recorder)
  expect([before.length, after.length]).toEqual([1, 2])
  expect(after.join('')).not.toContain('winter-is-long')
  await close()
  recorder.discard()
})

/** Lets every write to an open file fail until the test ends. */
function fillDisk(): void {
  const writing = vi.spyOn(fs, 'writeFileSync').mockImplementation(() => {
    throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
  })
  syncBuiltinESMExports()
  onTestFinished(() => {
    writing.mockRestore()
    syncBuiltinESMExports()
  })
}

test('a proxy reports once that the disk of its recording is full, and continues to forward requests', async () => {
  const errors: string[] = []
  const onError = (error: unknown) => errors.push(String(error))
  const { url, file, recorder, journal, close } = await recording('full.har', { onError })
  fillDisk()
  const most = memoryLimits.entries + 3
  for (let call = 0; call < most; call++) await (await fetch(`${url}/api/agents`)).text()
  await expect.poll(() => journal.count).toBe(most)
  const problem = `RecordingError: ${file}.part can't be written (ENOSPC).`
  expect(errors).toEqual([
    `${problem} The proxy goes on, but the recording gets no more exchanges.`,
  ])
  await expect(soFarOf(recorder)).rejects.toThrow(/can't be written \(ENOSPC\)\.$/)
  await close()
  await expect(recorder.finish()).rejects.toThrow('--repair finishes it')
})

test('a recording never overwrites an existing recording', async () => {
  const file = join(folder, 'taken.har')
  await writeFile(file, '{}')
  expect(() => openRecorder(file, redactor())).toThrow('taken.har exists: choose another file.')
  const half = join(folder, 'half.har')
  await writeFile(`${half}.part`, '')
  expect(() => openRecorder(half, redactor())).toThrow('finish that recording with --repair')
})

test('a finished file that still has a secret is removed, and the error names the position of the secret', async () => {
  const { url, file, recorder, close } = await recording('leak.har')
  await (await fetch(`${url}/api/agents`, { headers: { 'x-note': 'a word' } })).text()
  await close()
  const careless = {
    ...redactor(),
    replace: <T>(entry: T) => entry,
    findSecret: () => 'request.headers[1].value',
  }
  recorder.discard()
  await writeFile(`${file}.part`, `${JSON.stringify(entryOf({}))}\n`)
  await expect(finishRecording(file, careless)).rejects.toThrow(
    'A secret was still in entry 0, request.headers[1].value, so the recording was removed.',
  )
  for (const name of [file, `${file}.part`, `${file}.draft`])
    await expect(stat(name)).rejects.toThrow('ENOENT')
})

test.each([
  ['unpacked', {}, (bytes: Buffer) => bytes],
  ['packed', { 'content-encoding': 'gzip' }, gzipSync],
])(
  'a long body that comes %s is recorded up to a limit, marked, and not held in memory',
  async (name, headers, pack) => {
    const file = join(folder, `long-${name}.har`)
    const recorder = openRecorder(file, redactor())
    const long = pack(Buffer.alloc(maxRecordedBody + 1, 'x'))
    const { url, close, capturedBytes } = await proxyBefore(
      (_, outgoing) => outgoing.writeHead(200, headers).end(long),
      { onExchange: recorder.add },
    )
    const body = await (await fetch(`${url}/files`)).arrayBuffer()
    expect(body.byteLength).toBe(maxRecordedBody + 1)
    await expect.poll(capturedBytes).toBe(0)
    expect((await stat(`${file}.part`)).size).toBeGreaterThan(maxRecordedBody)
    await close()
    await recorder.finish()
    const [entry] = JSON.parse(await readFile(file, 'utf8')).log.entries as HarEntry[]
    expect(entry?.response.content.text).toHaveLength(maxRecordedBody)
    expect(entry).toMatchObject({ _truncated: true })
  },
)

test('an exchange whose text is too long to be read again is recorded without its bodies', async () => {
  const file = join(folder, 'escaped.har')
  const recorder = openRecorder(file, redactor())
  // JSON writes each of these characters as six.
  const body = '\u0001'.repeat(12 * 1024 * 1024)
  recorder.add(recordedExchange({ call: 'GET /api/log', type: 'text/plain', body }, 0))
  recorder.add(recordedExchange({ call: 'GET /api/agents', body: [] }, 1))
  await recorder.finish()
  const [log, agents] = await read(file)
  expect(log).toMatchObject({ content: undefined, isTruncated: true })
  expect(agents?.json).toEqual([])
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['raw deflate', deflateRawSync],
  ['zstd', zstdCompressSync],
])('a body compressed with %s is recorded as text', async (encoding, compress) => {
  const file = join(folder, `${encoding}.har`)
  const recorder = openRecorder(file, redactor())
  const { url, close } = await proxyBefore(
    (_, outgoing) =>
      outgoing
        .writeHead(200, {
          'content-type': 'application/json',
          'content-encoding': encoding.replace('raw ', ''),
        })
        .end(compress('{"email":"ada@corp.io","text":"plain"}')),
    { onExchange: recorder.add },
  )
  const sent = get(`${url}/api/me`)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  await close()
  await recorder.finish()
  const [me] = await read(file)
  expect(me?.content).toMatch(/^\{"email":"user-\w+@example\.com","text":"plain"\}$/)
})

test('a body that cannot be unpacked is recorded as missing, and not as empty', async () => {
  const file = join(folder, 'packed.har')
  const recorder = openRecorder(file, redactor())
  const { url, close, capturedBytes } = await proxyBefore(
    (_, outgoing) => outgoing.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
    { onExchange: recorder.add },
  )
  const sent = get(`${url}/api/me`)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  await once(response, 'end')
  await expect.poll(capturedBytes).toBe(0)
  await close()
  await recorder.finish()
  expect(await read(file)).toMatchObject([{ content: undefined, isTruncated: true }])
})

test('a stream that breaks inside a character is recorded as text', async () => {
  const file = join(folder, 'broken.har')
  const recorder = openRecorder(file, redactor())
  const whole = 'event: answer\ndata: {"text":"caf\u00e9"}\n\n'
  const { url, close } = await proxyBefore(
    (_, outgoing) => {
      outgoing.writeHead(200, { 'content-type': 'text/event-stream' })
      const bytes = Buffer.from(whole + whole)
      outgoing.write(bytes.subarray(0, bytes.lastIndexOf(0xc3) + 1), () =>
        outgoing.socket?.destroy(),
      )
    },
    { onExchange: recorder.add },
  )
  const response = await fetch(`${url}/api/react`, { method: 'POST' })
  await expect(response.text()).rejects.toThrow('terminated')
  await close()
  await recorder.finish()
  const [turn] = await read(file)
  expect(turn?.frames?.map(({ text }) => text)).toEqual([
    whole,
    whole.slice(0, whole.indexOf('\u00e9')),
  ])
  expect(await readFile(file, 'utf8')).toContain('"_closed":"server"')
})

test('exchanges with the line separators of Unicode are recorded, and a repair keeps them', async () => {
  const file = join(folder, 'separators.har')
  const answer = JSON.stringify({ text: 'one\u2028two\u2029three' })
  await writeFile(`${file}.part`, `${JSON.stringify(entryOf({ answer }))},\n`)
  expect(await finishRecording(file, redactor())).toEqual({ file, entries: 1, damaged: 0 })
  expect((await read(file))[0]?.content).toBe(answer)
})
