import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { countParses, longTextLength } from '../../tools/build/counts/import-parses.ts'
import { harEntry, harText } from '../support/record-har.ts'
import { recording } from '../support/recorded-exchange.ts'

it('an import parses each body and each event of a recording at most once', async () => {
  const counts = await countParses(gunzipSync(await readFile(recording.file)).toString())
  const often = counts.filter(({ parses, inRecording }) => parses > inRecording)
  expect(counts.length).toBeGreaterThan(20)
  // Two functions that read errors test whether a text is JSON.
  expect(often.length).toBeLessThanOrEqual(2)
})

it('an import parses a long body that is not complete JSON only once', async () => {
  const text = `{"items": "${'a'.repeat(longTextLength)}`
  const content = { size: text.length, mimeType: 'application/json', text }
  expect(await countParses(harText([harEntry({ content })]))).toEqual([
    { parses: 1, inRecording: 1 },
  ])
})
