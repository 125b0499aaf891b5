import { readFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { ExchangeDetails } from '../../console/pages/traffic/reading/exchange-details.ts'
import type {
  AnswerByKind,
  ReadResult,
  Response,
} from '../../console/pages/traffic/reading/messages.ts'
import { createReader } from '../../console/pages/traffic/reading/reader.ts'
import { openRecording } from '../../console/pages/traffic/reading/reader.ts'
import type { ExchangeRow } from '../../console/pages/traffic/reading/recorded-traffic.ts'
import { logOfTurn } from '../../console/pages/traffic/turn-log.ts'
import {
  partsOfAddress,
  partsOfBody,
  partsOfHeader,
} from '../../console/pages/traffic/mark-text.ts'
import { isObject } from '../../contract/json.ts'

const packed = await readFile('console/pages/traffic/example.har.gz')
const text = gunzipSync(packed).toString()

type Opened = {
  readonly rows: readonly ExchangeRow[]
  readonly result: ReadResult | undefined
  readonly failure: string | undefined
  details(index: number): Promise<ExchangeDetails>
  search(wanted: string): Promise<readonly number[]>
  import(): Promise<AnswerByKind['import']>
}

/** Opens a file as the page does, but without a worker. */
async function open(
  content: string | Uint8Array<ArrayBuffer>,
  name = 'session.har',
): Promise<Opened> {
  const rows: ExchangeRow[] = []
  let next = Promise.withResolvers<Response>()
  const handle = createReader((response) => {
    if (response.kind === 'rows') rows.push(...response.rows)
    else next.resolve(response)
  })
  async function send(request: Parameters<typeof handle>[0]): Promise<Response> {
    next = Promise.withResolvers<Response>()
    handle(request)
    return await next.promise
  }
  async function ask(request: Parameters<typeof handle>[0]): Promise<unknown> {
    const response = await send(request)
    if (response.kind !== 'answer') throw new Error(JSON.stringify(response))
    return response.answer
  }
  const read = await send({ kind: 'open', file: new Blob([content]), name })
  return {
    rows,
    result: read.kind === 'read' ? read.result : undefined,
    failure: read.kind === 'failed' ? read.message : undefined,
    details: (index) => ask({ kind: 'details', id: 1, index }) as Promise<ExchangeDetails>,
    search: (wanted) => ask({ kind: 'search', id: 1, text: wanted }) as Promise<number[]>,
    import: () => ask({ kind: 'import', id: 1 }) as Promise<AnswerByKind['import']>,
  }
}

const joined = (parts: readonly { readonly text: string }[]) =>
  parts.map((part) => part.text).join('')

describe('a recording in the console', () => {
  let example: Opened
  const indexOf = (operation: string) =>
    example.rows.find((row) => row.operation === operation)?.index ?? -1
  beforeAll(async () => {
    example = await open(packed, 'example.har.gz')
  })

  it('the traffic page lists each cause once, with the exchanges whose rows name this cause', () => {
    const { rows, result } = example
    expect(rows).toHaveLength(60)
    expect(result).toMatchObject({ problems: [], isRedacted: true })
    const causes = result?.causes ?? []
    expect(causes.length).toBeGreaterThan(10)
    const keys = causes.map(({ rule, operation, expected }) => `${rule} ${operation} ${expected}`)
    expect(new Set(keys).size).toBe(causes.length)
    for (const [at, { exchanges, count, first }] of causes.entries()) {
      const named = rows.filter((row) => row.causes.includes(at)).map(({ index }) => index)
      expect(named).toEqual([...new Set(exchanges)])
      expect(exchanges).toContain(first)
      expect(count).toBeGreaterThanOrEqual(exchanges.length)
    }
  })

  it('the traffic page shows a resumed stream as one turn, and marks its repeated events', async () => {
    const { turn } = await example.details(indexOf('chat.resume'))
    expect(turn.map(({ request }) => new URL(request.url).pathname)).toEqual([
      '/api/react',
      '/api/chat/resume',
    ])
    const { connections, frames } = logOfTurn(turn)
    expect(connections.map(({ ending }) => ending)).toEqual(['abandoned', 'ended'])
    const repeated = frames.filter(({ isDelivered }) => !isDelivered)
    expect(repeated.length).toBeGreaterThan(0)
    expect(repeated.every(({ connection }) => connection === 2)).toBe(true)
    expect(frames.map(({ at }) => at)).toEqual(frames.map(({ at }) => at).toSorted((a, b) => a - b))
  })

  it('the traffic page searches addresses and bodies, and ignores upper and lower case', async () => {
    const found = await example.search('NORTH AND THE SOUTH LANDING')
    expect(found).toContain(indexOf('chat.dag'))
    expect(found.length).toBeLessThan(example.rows.length)
    expect(await example.search('no such text')).toEqual([])
  })

  it('the traffic page marks secrets in a recording without a change to the text', async () => {
    const { request } = await example.details(indexOf('chat.dag'))
    const body = request.body.kind === 'text' ? request.body.text : ''
    const parts = partsOfBody(body, '/api/dag')
    expect(joined(parts)).toBe(body)
    expect(parts.filter(({ mark }) => mark !== undefined)).toEqual([
      { text: (JSON.parse(body) as { token: string }).token, mark: 'secret' },
    ])
    expect(partsOfHeader('authorization', 'Bearer abc.def')).toEqual([
      { text: 'Bearer ' },
      { text: 'abc.def', mark: 'secret' },
    ])
    const address = partsOfAddress('https://a.example/api/x?token=s3cret-value&page=2')
    expect(address.filter(({ mark }) => mark !== undefined)).toEqual([
      { text: 's3cret-value', mark: 'secret' },
    ])
    expect(joined(address)).toBe('https://a.example/api/x?token=s3cret-value&page=2')
  })

  it('the traffic page imports a recording as data, scripts and a profile, and says how each exchange is used', async () => {
    const { options, report } = await example.import()
    expect(report).toMatchObject({ entries: 60, profile: { name: 'deployed-0.8' } })
    expect(report.uses.map(({ entry }) => entry)).toEqual(example.rows.map(({ index }) => index))
    expect(options.scenarios?.length).toBe(report.scenarios.length)
    expect(isObject(options.fixture) && options.fixture['users']).toHaveLength(1)
    expect(options.profile).toMatchObject({ name: 'example' })
  })
})

describe('a file that is not a complete recording', () => {
  const refused: readonly (readonly [
    what: string,
    content: string | Uint8Array<ArrayBuffer>,
    says: RegExp,
  ])[] = [
    ['text', 'Hello', /^This file is not JSON/],
    ['JSON of another kind', '{"plan":"core"}', /no entries in `log\.entries`/],
    ['an empty file', '', /./],
    ['a HAR file without entries', '{"log":{"entries":[]}}', /no entries/],
    ['a zip file', Uint8Array.of(0x50, 0x4b, 3, 4), /^This is a zip file\. Unpack it/],
    ['a damaged packed file', Uint8Array.of(0x1f, 0x8b, 8, 0, 1, 2, 3, 4), /damaged/],
  ]
  it.each(refused)('the traffic page refuses %s with the reason', async (_what, content, says) => {
    const { failure, rows } = await open(content)
    expect(failure).toMatch(says)
    expect(rows).toEqual([])
  })

  it('the traffic page shows the exchanges of a recording that is cut off, and says that it is incomplete', async () => {
    const { rows, result } = await open(text.slice(0, text.length / 2))
    expect(rows.length).toBeGreaterThan(5)
    expect(result?.problems).toEqual([
      `This file ends inside entry ${rows.length}: it is not a complete HAR file. The ${rows.length} exchanges before it are shown.`,
    ])
    const packedHalf = await open(packed.subarray(0, packed.length / 2), 'half.har.gz')
    expect(packedHalf.rows.length).toBeGreaterThan(5)
    expect(packedHalf.result?.problems[0]).toMatch(/damaged.*exchanges before it are shown/)
  })

  it('the traffic page leaves out an entry that cannot be read, and names the entry', async () => {
    const har = JSON.parse(text) as { log: { entries: { startedDateTime: string }[] } }
    const entries = har.log.entries.with(1, { startedDateTime: 'x' })
    const { rows, result } = await open(JSON.stringify({ log: { entries } }))
    expect(rows.map(({ index }) => index).slice(0, 3)).toEqual([0, 2, 3])
    expect(result?.problems).toHaveLength(1)
    expect(result?.problems[0]).toMatch(/^Entry 1, request: .* It was left out\.$/)
  })

  it('the traffic page reads an unfinished recording up to its last complete line', async () => {
    const har = JSON.parse(text) as { log: { entries: unknown[] } }
    const lines = har.log.entries.slice(0, 4).map((entry) => JSON.stringify(entry))
    const part = `${lines.slice(0, 3).join('\n')}\n${lines[3]?.slice(0, 80)}`
    const { rows, result } = await open(part, 'session.har.part')
    expect(rows).toHaveLength(3)
    expect(result?.isRedacted).toBe(true)
  })

  it('the traffic page refuses a packed recording whose content is too large, and names the limit', async () => {
    const bomb = new Blob([gzipSync(' '.repeat(3 * 1024 * 1024))])
    const read = openRecording(bomb, 'x.har.gz', 2 * 1024 * 1024)[Symbol.asyncIterator]()
    const readAll = async () => {
      while ((await read.next()).done !== true);
    }
    await expect(readAll()).rejects.toThrow('This recording is larger than 2 MB')
  })

  it('the traffic page marks exchanges of a recording without bodies, and an import names what is missing', async () => {
    const har = JSON.parse(text) as {
      log: { entries: { response: { content: object } }[] }
    }
    for (const { response } of har.log.entries) response.content = { size: 9 }
    const { rows, result, import: importAll } = await open(JSON.stringify(har))
    expect(rows.every(({ lacksBody, status }) => lacksBody || status === 0)).toBe(true)
    expect(result?.causes.filter(({ rule }) => rule.startsWith('events.'))).toEqual([])
    await expect(importAll()).rejects.toThrow('None of the 60 exchanges can be used')
  })
})
