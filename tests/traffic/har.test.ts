import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { RecordedExchange } from '../../contract/exchange.ts'
import { readHar } from '../../traffic/har/read-har.ts'
import { isProving } from '../support/proving.ts'
import { harEntry, harText } from '../support/record-har.ts'

async function collect(entries: AsyncIterable<RecordedExchange>) {
  const all: RecordedExchange[] = []
  for await (const entry of entries) all.push(entry)
  return all
}

const readAll = async (text: string | Uint8Array): Promise<readonly RecordedExchange[]> =>
  collect(readHar([text]))

async function readOne(entry: object): Promise<RecordedExchange> {
  const [exchange] = await readAll(harText([entry]))
  if (exchange === undefined) throw new Error('The file has no entry.')
  return exchange
}

const refusalOf = async (text: string): Promise<string> =>
  readAll(text).then(
    () => 'read',
    (error: Error) => `${error.name}: ${error.message}`,
  )

describe('a recording in the HAR format', () => {
  it('a HAR entry is read with its times, its headers in lower case, and its bodies', async () => {
    const url = 'http://platform.example/api/agents?page=2'
    const headers = { Authorization: 'Bearer x', 'Content-Type': 'application/json' }
    const exchange = await readOne(
      harEntry({ method: 'POST', url, headers, body: '{"name":"A"}', status: 201 }),
    )
    expect(exchange).toMatchObject({
      index: 0,
      flow: 'start',
      startedAt: Date.UTC(2026, 10, 22, 10),
      ms: 5,
      ended: 'closed',
      request: { method: 'POST', content: '{"name":"A"}', body: { name: 'A' } },
      status: 201,
      mimeType: 'application/json',
      content: '{}',
      json: {},
      frames: undefined,
    })
    expect(exchange.request.url.searchParams.get('page')).toBe('2')
    expect(exchange.request.headers).toEqual({
      authorization: 'Bearer x',
      'content-type': 'application/json',
    })
  })

  it('the frames of a recorded stream keep their times, and a connection that the client closed is marked', async () => {
    const text = 'event: done\ndata: {}\n\n'
    const content = { mimeType: 'text/event-stream', text, _frames: [{ t: 12.5, text }] }
    const { frames, events, ended } = await readOne(harEntry({ content, closed: 'client' }))
    expect(frames).toEqual([{ t: 12.5, text }])
    expect(events).toMatchObject([{ event: 'done', json: {}, at: 12.5 }])
    expect(ended).toBe('cut')
  })

  it('a body that a browser did not record is read as unknown, and an empty body as empty', async () => {
    const lost = [{ size: -1 }, { size: -1, text: '' }, { size: 300 }, {}]
    const bodies = lost.map(async (content) => (await readOne(harEntry({ content }))).content)
    expect(await Promise.all(bodies)).toEqual([undefined, undefined, undefined, undefined])
    const empty = await readOne(
      harEntry({ content: { size: 0, mimeType: 'text/plain', text: '' } }),
    )
    expect(empty.content).toBe('')
    const deleted = await readOne(harEntry({ status: 204, content: { size: -1 } }))
    expect(deleted.content).toBe('')
  })

  it('a base64 body in a HAR file is decoded to text if it is text, else to bytes', async () => {
    const [text, bytes] = ['{"größe":1}', Uint8Array.of(0, 255, 128)]
    const base64 = { encoding: 'base64', text: Buffer.from(text).toString('base64') }
    const json = await readOne(harEntry({ content: { ...base64, mimeType: 'application/json' } }))
    expect(json.content).toBe(text)
    const content = { encoding: 'base64', text: Buffer.from(bytes).toString('base64') }
    const image = await readOne(harEntry({ content: { ...content, mimeType: 'image/png' } }))
    expect(image.content).toEqual(bytes)
  })

  it('a HAR entry without a response has the status 0, also where a recorder wrote -1', async () => {
    expect((await readOne(harEntry({ status: 0 }))).status).toBe(0)
    expect((await readOne(harEntry({ status: -1 }))).status).toBe(0)
  })

  it('the body of a recorded form is made from its fields, and a body that was not recorded is marked as missing', async () => {
    const entry = harEntry({ method: 'POST' })
    const withData = (postData: object | undefined, bodySize: number) =>
      readOne({ ...entry, request: { ...(entry['request'] as object), postData, bodySize } })
    const params = [{ name: 'a', value: 'b c' }, { name: 'd' }]
    const form = await withData({ mimeType: 'application/x-www-form-urlencoded', params }, 8)
    expect(form.request.content).toBe('a=b+c&d=')
    expect((await withData({ mimeType: 'multipart/form-data' }, 900)).request.content).toBe(
      'missing',
    )
    expect((await withData(undefined, 900)).request.content).toBe('missing')
    expect((await withData({ mimeType: 'application/json', text: '' }, 55)).request.content).toBe(
      'missing',
    )
    expect((await withData(undefined, 0)).request.content).toBeUndefined()
    const headers = { 'content-type': 'multipart/form-data; boundary=x' }
    const upload = await readOne(harEntry({ method: 'POST', headers }))
    expect(upload.request.content).toBe('missing')
  })

  it('a HAR file of Playwright with bodies in other files is read without these bodies', async () => {
    const content = { size: 812, mimeType: 'application/json', _file: '0a1b.json' }
    const exchange = await readOne({
      ...harEntry({ content }),
      _monotonicTime: 3,
      pageref: null,
    })
    expect(exchange).toMatchObject({ status: 200, content: undefined })
  })

  it('a HAR file can be read in chunks of any size, also if a chunk ends inside a character', async () => {
    const text = harText([harEntry({ content: { text: '"šéf 🛶"' } }), harEntry({ status: 404 })])
    const pieces = Array.from(new TextEncoder().encode(text), (byte) => Uint8Array.of(byte))
    const whole = await readAll(text)
    const parts = (await collect(readHar(pieces))).map((exchange) => exchange.parts)
    expect(parts).toEqual(whole.map((exchange) => exchange.parts))
    expect(whole.map(({ content }) => content)).toEqual(['"šéf 🛶"', '{}'])
  })

  it('all entries of the shipped recording are read, in their order', async () => {
    const file = gunzipSync(readFileSync('tests/recordings/a.proxy.har.gz'))
    const all = await readAll(file)
    expect(all).toHaveLength(912)
    expect(all.map(({ index }) => index)).toEqual(all.map((_, index) => index))
    expect(new Set(all.map(({ flow }) => flow)).size).toBe(70)
    const streams = all.filter(({ frames }) => frames !== undefined)
    expect(streams).toHaveLength(20)
    for (const { frames, content } of streams)
      expect(frames?.map(({ text }) => text).join('')).toBe(content)
  })
})

describe('a file that is no recording', () => {
  it('an error about an invalid HAR entry names the number of the entry and the field', async () => {
    const good = harEntry({})
    const damaged = { ...good, response: { ...(good['response'] as object), status: 'ok' } }
    expect(await refusalOf(harText([good, damaged]))).toBe(
      'HarError: Entry 1, response.status: "status" is "ok"; it must be a number',
    )
    expect(await refusalOf(harText([{ ...good, request: undefined }]))).toBe(
      'HarError: Entry 0, request: "request" is missing; it must be a map',
    )
    expect(await refusalOf(harText([good, good, 7]))).toBe(
      'HarError: Entry 2: the entry is 7; it must be a map',
    )
    expect(await refusalOf(harText([harEntry({ url: '/api/agents' })]))).toBe(
      'HarError: Entry 0: request.url must be a URL, not `/api/agents`.',
    )
    expect(await refusalOf(harText([harEntry({ startedDateTime: 'today' })]))).toBe(
      'HarError: Entry 0: startedDateTime must be a date in ISO 8601, not `today`.',
    )
    const content = { encoding: 'base64', text: '%%%' }
    expect(await refusalOf(harText([harEntry({ content })]))).toBe(
      'HarError: Entry 0: response.content.text is not valid base64, although its `encoding` is base64.',
    )
  })

  it('text that is not JSON, a file without entries and a truncated file are refused as recordings', async () => {
    expect(await refusalOf('openapi: 3.1.0')).toMatch(
      /^HarError: This file is not JSON, near entry 0/,
    )
    expect(await refusalOf('{"openapi":"3.1.0"}')).toBe(
      'HarError: This file has no entries in `log.entries`: choose a recording (HAR 1.2).',
    )
    expect(await refusalOf('{"log":{"entries":{"a":{}}}}')).toBe(
      'HarError: This file has no entries in `log.entries`: choose a recording (HAR 1.2).',
    )
    const text = harText([harEntry({}), harEntry({})])
    expect(await refusalOf(text.slice(0, -40))).toBe(
      'HarError: This file ends inside entry 1: it is not a complete HAR file.',
    )
    expect(await refusalOf('')).toBe(
      'HarError: This file ends inside entry 0: it is not a complete HAR file.',
    )
  })

  it('a HAR entry that is larger than the limit is refused before it is completely in memory', async () => {
    let pulled = 0
    const endless = function* () {
      yield '{"log":{"entries":[{"comment":"'
      for (;;) {
        pulled += 1
        yield 'x'.repeat(1000)
      }
    }
    const reading = collect(readHar(endless(), 10_000))
    await expect(reading).rejects.toThrow('Entry 0 is larger than 10000 bytes')
    expect(pulled).toBe(10)
  })
})

describe('the memory of the reader', () => {
  it.runIf(isProving)('a recording of 100 MB is read in a heap of 40 MB', async () => {
    const script = `
      import { readHar } from './traffic/har/read-har.ts'
      import { harEntry, harText } from './tests/support/record-har.ts'
      const content = { mimeType: 'text/plain', text: 'x'.repeat(50_000) }
      const [head, entry, tail] = [harText([]).slice(0, -3), JSON.stringify(harEntry({ content })), ']}}']
      const file = function* () {
        yield head + entry
        for (let n = 1; n < 2000; n++) yield ',' + entry
        yield tail
      }
      let [entries, characters] = [0, 0]
      for await (const { content } of readHar(file())) {
        entries += 1
        characters += content.length
      }
      console.log(entries, characters)`
    const { stdout } = await promisify(execFile)('node_modules/.bin/node', [
      '--max-old-space-size=40',
      '--no-warnings',
      '--input-type=module',
      '--eval',
      script,
    ])
    expect(stdout.trim()).toBe('2000 100000000')
  })
})
