import { describe, expect, it } from 'vitest'
import { TrafficCheck } from '../../../conformance/passive/traffic-check.ts'
import { isObject } from '../../../contract/json.ts'
import { createRedactor } from '../../../traffic/redact/redactor.ts'
import { readHar } from '../../../traffic/har/read-har.ts'
import { compareRecordings } from '../../../traffic/replay/compare-recordings.ts'
import { fakeOf, importTexts, usersOf } from '../import-in-process.ts'
import { drawn } from '../../support/proving.ts'
import { harEntry, harText, record, replayOn } from '../../support/record-har.ts'
import { newConversation, newKey, signIn } from '../../support/visitor.ts'
import { createVirtualClock } from '../../support/virtual-clock.ts'

/** Names that every object inherits, or that change an object when they are set. */
const oddNames = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__', 'prototype']

/** Adds a field to the first of every `every` objects in a JSON text. */
function withField(text: string, name: string, every: number): string {
  let count = 0
  const add = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(add)
    if (!isObject(value)) return value
    const fields = Object.entries(value).map(([key, item]) => [key, add(item)] as const)
    const further = count++ % every === 0 ? [[name, 'x'] as const] : []
    return Object.fromEntries([...fields, ...further])
  }
  return JSON.stringify(add(JSON.parse(text)))
}

type Entry = {
  readonly request: { readonly url: string }
  readonly response: { readonly content: { text: string; readonly mimeType: string } }
}

/** A recording of a deployment whose responses have an additional field. */
async function oddRecording(name: string, every: number): Promise<string> {
  const text = await record(async (mounted) => {
    const visitor = await signIn(mounted)
    await visitor.call(`GET /api/agents?${name}=1`)
    const id = await newConversation(visitor, { title: 'Odd' })
    await visitor.call('GET /api/conversations')
    await visitor.call(`GET /api/conversations/${id}`)
    await visitor.stream('POST /api/react', { body: { q: 'Hello', conversation_id: id } })
    await newKey(visitor, { name: 'Till' })
    await visitor.call('GET /api/knowledge-bases')
    await visitor.call('GET /api/workflows')
  })
  const orders = { items: [1, 2, 3].map((id) => ({ id, name: `Order ${id}`, of: { a: id } })) }
  const content = { size: 2, mimeType: 'application/json', text: JSON.stringify(orders) }
  const har = JSON.parse(text) as { readonly log: { readonly entries: Entry[] } }
  const origin = new URL(har.log.entries[0]?.request.url ?? '').origin
  const further = ['orders', name, `orders?${name}=2`].map((path) =>
    harEntry({ url: `${origin}/api/${path}`, content }),
  )
  har.log.entries.push(...(further as unknown as Entry[]))
  for (const { response } of har.log.entries)
    if (response.content.mimeType === 'application/json')
      response.content.text = withField(response.content.text, name, every)
  return JSON.stringify(har)
}

const exchangesOf = (text: string) => readHar([text])

describe.each(drawn(oddNames, 2))('unusual field names in recordings', (name) => {
  it.each([
    ['some', 2],
    ['all', 1],
  ] as const)(
    `a recording with fields named ${name} in %s objects is imported, replayed, compared, judged and redacted`,
    async (_some, every) => {
      const text = await oddRecording(name, every)
      const imported = await importTexts(text)
      const fake = fakeOf(imported, createVirtualClock())
      const played = await replayOn({ fetch: fake.fetch, baseUrl: 'http://platform.test' }, text, {
        users: usersOf(imported),
      })
      fake.close()
      expect(played.map(({ status }) => status)).toEqual(
        played.map(({ recordedStatus }) => recordedStatus),
      )
      const compared = await compareRecordings(exchangesOf(text), exchangesOf(text))
      expect(compared.pairs.flatMap(({ differences = [] }) => differences)).toEqual([])
      const check = new TrafficCheck()
      for await (const exchange of exchangesOf(text)) await check.add(exchange)
      expect(check.report().judged).toBeGreaterThan(8)
      const redactor = createRedactor({ key: new Uint8Array(32) })
      const entries = (JSON.parse(text) as { log: { entries: never[] } }).log.entries
      const redacted = entries.map((entry) => redactor.replace(redactor.learn(entry)))
      expect(JSON.stringify(redacted)).toContain(`\\"${name}\\":\\"x\\"`)
    },
  )

  it(`a difference is found in a field named ${name}`, async () => {
    const entry = (value: string) =>
      harText([
        harEntry({
          content: { mimeType: 'application/json', text: `{"items":[{"${name}":${value}}]}` },
        }),
      ])
    const { pairs } = await compareRecordings(exchangesOf(entry('1')), exchangesOf(entry('"a"')))
    expect(pairs.flatMap(({ differences = [] }) => differences)).toHaveLength(1)
  })
})
