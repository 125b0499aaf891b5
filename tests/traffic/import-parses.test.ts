import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readHar } from '../../traffic/har/read-har.ts'
import { isProving } from '../support/proving.ts'
import { importTexts } from './import-in-process.ts'

/** Shorter texts are tokens, dates and parts of patterns. */
const longText = 200

const recording = isProving
  ? 'tests/recordings/a.proxy.har.gz'
  : 'console/pages/traffic/example.har.gz'

/** How often a function has each long text parsed. */
async function parsesOf(work: () => Promise<unknown>): Promise<ReadonlyMap<string, number>> {
  const parses = new Map<string, number>()
  const { parse } = JSON
  JSON.parse = (text: string, reviver) => {
    if (text.length >= longText) parses.set(text, (parses.get(text) ?? 0) + 1)
    return parse(text, reviver) as unknown
  }
  try {
    await work()
  } finally {
    JSON.parse = parse
  }
  return parses
}

it('an import parses each body and each event of a recording at most once', async () => {
  const har = gunzipSync(await readFile(recording)).toString()
  const texts = new Map<string, number>()
  for await (const { request, content, events } of readHar([har]))
    for (const text of [request.content, content, ...events.map(({ data }) => data)])
      if (typeof text === 'string') texts.set(text, (texts.get(text) ?? 0) + 1)
  const parses = await parsesOf(() => importTexts(har))
  const often = [...parses].filter(([text, count]) => count > (texts.get(text) ?? 0))
  expect(parses.size).toBeGreaterThan(20)
  // Two readings of errors try whether a text is JSON.
  expect(often.length).toBeLessThanOrEqual(2)
})
