import { loadBases } from '../../../cli/import.ts'
import { createPickCollector } from '../../../conformance/passive/pick-collector.ts'
import { readHar } from '../../../traffic/har/read-har.ts'
import { importRecordings } from '../../../traffic/import/import.ts'

/** The minimum length of a counted text. Shorter texts are tokens, dates and parts of patterns. */
export const longTextLength = 200

/** How often an import parses a text, and how often the text is in the recording. */
export type TextParses = { parses: number; readonly inRecording: number }

/** Imports the text of a HAR file, and counts how often it parses each long text. */
export async function countParses(har: string): Promise<readonly TextParses[]> {
  const counts = new Map<string, TextParses>()
  const bases = await loadBases(undefined)
  for await (const { request, content, events } of readHar([har]))
    for (const text of [request.content, content, ...events.map(({ data }) => data)])
      if (typeof text === 'string')
        counts.set(text, { parses: 0, inRecording: (counts.get(text)?.inRecording ?? 0) + 1 })
  const { parse } = JSON
  JSON.parse = (text: string, reviver) => {
    const textCount = counts.get(text) ?? { parses: 0, inRecording: 0 }
    textCount.parses++
    // Skips JSON strings: the search for secrets parses single strings of a body to unescape them.
    if (text.length >= longTextLength && !text.startsWith('"')) counts.set(text, textCount)
    return parse(text, reviver) as unknown
  }
  try {
    const recording = { name: 'recording', exchanges: readHar([har]) }
    await importRecordings([recording], { bases, picks: createPickCollector() })
  } finally {
    JSON.parse = parse
  }
  return [...counts].flatMap(([text, count]) =>
    text.length >= longTextLength && count.parses > 0 ? [count] : [],
  )
}
