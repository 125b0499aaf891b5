import type { Fixture } from '../../contract/fixture.ts'
import { lazily } from './memoize.ts'

const [newline, colon, comma] = [...new TextEncoder().encode('\n:,')] as [number, number, number]

const decoder = new TextDecoder()

/** A fixture as JSON with a line for each kind of records: then any of them can be read by itself. */
export const fixtureLines = (fixture: Fixture): string =>
  `{\n${Object.entries(fixture)
    .map(([kind, value]) => `${JSON.stringify(kind)}:${JSON.stringify(value)}`)
    .join(',\n')}\n}\n`

/** Reads what `fixtureLines` wrote, each line when its kind is first asked for. */
export function readFixtureLines(bytes: Uint8Array): Fixture {
  const makers: Record<string, () => unknown> = {}
  let start = bytes.indexOf(newline) + 1
  for (let end = bytes.indexOf(newline, start); end > 0; end = bytes.indexOf(newline, start)) {
    const split = bytes.indexOf(colon, start)
    const last = bytes[end - 1] === comma ? end - 1 : end
    // The last line ends the object.
    if (split > 0 && split < end)
      makers[JSON.parse(decoder.decode(bytes.subarray(start, split))) as string] = () =>
        JSON.parse(decoder.decode(bytes.subarray(split + 1, last)))
    start = end + 1
  }
  return lazily(makers) as Fixture
}
