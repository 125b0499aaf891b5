import { createReadStream } from 'node:fs'
import { loadBases } from '../cli/import/bases.ts'
import { createPickCollector } from '../conformance/passive/pick-collector.ts'
import { readHar } from '../traffic/har/read-har.ts'
import { importRecordings } from '../traffic/import/import.ts'
import { harEntry, harText } from '../tests/support/record-har.ts'

/**
 * Counts how often an import parses the long texts of a recording: `node bench/import-parses.ts`, or
 * with HAR files. Each body and each event of a stream is parsed once.
 */

/** The least characters of a long text. */
const longText = 1000

/** The number of parses by text; texts of at most `longText` characters are not counted. */
export async function countParses(
  recordings: Parameters<typeof importRecordings>[0],
): Promise<ReadonlyMap<string, number>> {
  const bases = await loadBases(undefined)
  const counts = new Map<string, number>()
  const { parse } = JSON
  JSON.parse = (text: string, ...rest) => {
    if (text.length >= longText) counts.set(text, (counts.get(text) ?? 0) + 1)
    return parse(text, ...rest) as unknown
  }
  try {
    await importRecordings(recordings, { bases, picks: createPickCollector() })
  } finally {
    JSON.parse = parse
  }
  return counts
}

const date = '2026-11-22T10:00:00Z'

/** A text that no other part of the recording has. */
const long = (name: string) => `${name} `.repeat(longText / 5)

const textContent = (text: string, mimeType = 'application/json') => ({
  size: text.length,
  mimeType,
  text,
})

const json = (value: unknown) => textContent(JSON.stringify(value))

const stream = (events: readonly (readonly [event: string, data: object])[]) => {
  const frames = events.map(([event, data], id) => ({
    t: id * 10,
    text: `id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`,
  }))
  const text = frames.map((frame) => frame.text).join('')
  return { ...textContent(text, 'text/event-stream'), _frames: frames }
}

const conversation = { id: 'c1', title: 'Boats', mode: 'react', status: 'active', created_at: date }
const turn = stream([
  ['step', { type: 'thinking', status: 'start' }],
  ['step', { type: 'iteration', status: 'start', tool: 'find', input: { text: long('input') } }],
  ['step', { type: 'iteration', status: 'done', tool: 'find', observation: long('observation') }],
  ['answer', { type: 'delta', text: long('delta') }],
  ['done', { answer: long('answer'), iterations: 1 }],
])
const rest = stream([['answer', { type: 'delta', text: long('rest') }]])
const run = stream([
  ['run_started', { run_id: 'r1', note: long('started') }],
  ['run_completed', { run_id: 'r1', outputs: { text: long('outputs') } }],
])

/** Calls of each kind that an import reads. */
const calls: readonly (readonly [call: string, response: object, request?: object])[] = [
  ['GET agents', json({ items: [{ id: 'a1', name: long('agent') }], total: 1 })],
  ['GET conversations', json({ items: [conversation, { title: long('title') }] })],
  ['GET conversations/c1', json({ ...conversation, messages: [long('message')] })],
  ['POST react', turn, { q: long('question'), conversation_id: 'c1' }],
  ['POST react/resume', rest, { conversation_id: 'c1', after: long('cursor') }],
  ['POST react/inject', json({}), { conversation_id: 'c1', content: long('inject') }],
  ['POST knowledge-bases/k1/documents', json({ id: 'd1' }), { content: long('document') }],
  ['GET boats', json([{ id: 'b1', name: long('boat') }])],
  ['PUT boats/b1', json({ id: 'b1', name: long('renamed') }), { name: long('changed') }],
  ['POST workflows/w1/run', run, { inputs: { text: long('inputs') } }],
  ['GET admin/audit-log', textContent(`{"items": "${long('broken')}`)],
]

/** A recording with long texts, all of them different, one of which is broken JSON. */
export const generatedRecording = (): string =>
  harText(
    calls.map(([call, content, body]) => {
      const [method, path] = call.split(' ')
      return harEntry({
        method: method ?? '',
        url: `https://platform.example/api/${path}`,
        headers: { authorization: 'Bearer sk-0123456789abcdef' },
        content,
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    }),
  )

if (import.meta.main) {
  const files = process.argv.slice(2)
  const recordings = files.map((name) => ({ name, exchanges: readHar(createReadStream(name)) }))
  const generated = { name: 'generated', exchanges: readHar([generatedRecording()]) }
  const counts = [...(await countParses(files.length > 0 ? recordings : [generated])).values()]
  const parses = counts.reduce((sum, count) => sum + count, 0)
  process.stdout.write(
    `${counts.length} texts of at least ${longText} characters were parsed ${parses} times, ` +
      `each at most ${Math.max(0, ...counts)} times.\n`,
  )
}
