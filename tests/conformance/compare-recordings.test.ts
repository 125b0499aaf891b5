import { join } from 'node:path'
import { expect, it } from 'vitest'
import { compare } from '../../cli/compare.ts'
import { harEntry, harText } from '../support/record-har.ts'
import { recording } from '../support/recorded-exchange.ts'
import { temporaryFolder } from '../support/start-serve.ts'

const { folder, file } = temporaryFolder()

async function run(...argv: string[]) {
  let stdout = ''
  const io = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: () => true },
  }
  return { code: await compare(argv, io), stdout }
}

/** Compares two recordings of these entries. */
async function compared(a: readonly object[], b: readonly object[], ...flags: string[]) {
  const files = [await file('a.har', harText(a)), await file('b.har', harText(b))]
  const { code, stdout } = await run(...files, '--json', ...flags)
  return { code, ...(JSON.parse(stdout) as Comparison) }
}

type Unpaired = { readonly operation: string; readonly entries: number[]; isElsewhere: boolean }
type Comparison = {
  readonly compared: number
  readonly skipped: number
  readonly sameStatus: number
  readonly causes: readonly { operation: string; difference: string; entries: number[] }[]
  readonly onlyInA: readonly Unpaired[]
  readonly onlyInB: readonly Unpaired[]
}

const at = (path: string) => `http://platform.example${path}`
const json = (value: unknown) => ({ mimeType: 'application/json', text: JSON.stringify(value) })
const stream = (...events: readonly string[]) => ({
  mimeType: 'text/event-stream',
  text: events.map((event) => `event: ${event}\ndata: {}\n\n`).join(''),
})
const turn = (closed: 'client' | undefined, ...events: readonly string[]) =>
  harEntry({
    method: 'POST',
    url: at('/api/react'),
    content: stream(...events),
    ...(closed && { closed }),
  })

it('`compare` of a recording with itself finds no difference', async () => {
  const { code, stdout } = await run(recording.file, recording.file)
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/\d{2,3} calls compared: 100 % same status, 100 % same shape\n$/),
  ])
})

it('`compare` pairs the calls of one operation in their order, whatever ids their paths have', async () => {
  const [one, other] = [
    '8f14e45f-ceea-467f-8d2b-1f0d3f5a9c11',
    '0cc175b9-c0f1-46b6-a831-c399e2697726',
  ]
  const call = (id: string, status: number, value: unknown) =>
    harEntry({ url: at(`/api/agents/${id}`), status, content: json(value) })
  const { code, causes, sameStatus } = await compared(
    [call(one, 200, { name: 'A', tags: [] }), call(one, 404, {})],
    [call(other, 200, { name: 7 }), call(other, 200, {})],
  )
  expect(code).toBe(1)
  expect(sameStatus).toBe(50)
  expect(causes.map(({ operation, ...rest }) => ({ operation, ...rest }))).toEqual(
    expect.arrayContaining([
      {
        operation: 'GET /api/agents/{id}',
        difference: 'name is number instead of string',
        entries: [0],
      },
      { operation: 'GET /api/agents/{id}', difference: 'tags is missing', entries: [0] },
      { operation: 'GET /api/agents/{id}', difference: '200 instead of 404', entries: [1] },
    ]),
  )
})

it.each([
  ['numbers', 17, 42],
  ['words', 'support', 'help'],
  ['ULIDs', '01ARZ3NDEKTSV4RRFFQ69G5FAV', '01BX5ZZKBKACTAV9WEVGEMMVRZ'],
])(
  '`compare` recognizes %s in paths as ids, and not as parts of an operation',
  async (_, one, other) => {
    const calls = (id: string | number) =>
      ['agents', 'gadgets'].flatMap((name) => [
        harEntry({
          url: at(`/api/${name}`),
          content: json({ items: [{ id, name: 'A' }], total: 1 }),
        }),
        harEntry({ url: at(`/api/${name}/${id}`), content: json({ id, name: 'A' }) }),
      ])
    expect(await compared(calls(one), calls(other))).toMatchObject({ code: 0, compared: 4 })
  },
)

it('`compare` pairs calls of two recordings within the same page of the HAR first, then across pages', async () => {
  const call = (pageref: string, value: unknown) => ({
    ...harEntry({ url: at('/api/me'), content: json(value) }),
    pageref,
  })
  const [first, second] = [call('sign-in', { a: 1 }), call('chat', { b: 1 })]
  expect((await compared([first, second], [second, first])).code).toBe(0)
  const renamed = await compared([first], [{ ...first, pageref: 'page_1' }])
  expect([renamed.code, renamed.compared]).toEqual([0, 1])
})

it('`compare` finds events in another order, and compares a cut stream only up to its cut', async () => {
  const whole = turn(undefined, 'step', 'answer', 'answer', 'done', 'end')
  const cut = turn('client', 'step', 'answer')
  expect((await compared([whole], [cut])).causes).toEqual([])
  expect((await compared([cut], [whole])).causes).toEqual([])
  const { causes } = await compared([whole], [turn(undefined, 'step', 'done', 'end')])
  expect(causes.map(({ difference }) => difference)).toContain('event 2 is done instead of answer')
})

it('`compare` reports an operation that only one recording has, but not an additional call of a common operation', async () => {
  const [agents, models] = [harEntry({}), harEntry({ url: at('/api/models') })]
  const more = await compared([agents, agents], [agents])
  expect([more.code, more.onlyInA]).toEqual([
    0,
    [{ operation: 'GET /api/agents', entries: [1], isElsewhere: true }],
  ])
  const other = await compared([agents], [agents, models, models])
  expect([other.code, other.onlyInB]).toEqual([
    1,
    [{ operation: 'GET /api/models', entries: [1, 2], isElsewhere: false }],
  ])
  const { stdout } = await run(join(folder.path, 'a.har'), join(folder.path, 'b.har'))
  expect(stdout).toMatch(/\n\nOnly in B\n {2}GET \/api\/models \(2 entries, first 1\)\n$/)
})

it('`compare` ignores a body that one recording lacks, and calls without a response', async () => {
  const lost = harEntry({ content: { size: -1 } })
  expect(await compared([lost], [harEntry({})])).toMatchObject({ code: 0, compared: 1 })
  expect(await compared([harEntry({})], [lost])).toMatchObject({ code: 0, compared: 1 })
  const left = [harEntry({ status: 0 }), harEntry({ status: -1 }), harEntry({ method: 'OPTIONS' })]
  const others = harEntry({ url: 'https://cdn.example/logo.svg' })
  const { code, skipped } = await compared([harEntry({}), ...left, others], [harEntry({})])
  expect([code, skipped]).toEqual([0, 4])
})

it('`compare` accepts a recording only together with another recording', async () => {
  const har = await file('a.har', harText([harEntry({})]))
  await expect(run(har, 'http://a.test')).rejects.toThrow('mix a recording')
  await expect(run(har, 'none.har')).rejects.toThrow("none.har can't be read (ENOENT)")
  await expect(run(har, har, '--email', 'x')).rejects.toThrow('There is no flag --email.')
})
