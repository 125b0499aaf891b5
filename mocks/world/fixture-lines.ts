import type { Fixture } from '../../contract/fixture.ts'
import { lazily } from '../../contract/memoize.ts'

const [newline, colon, comma] = [...new TextEncoder().encode('\n:,')] as [number, number, number]

const decoder = new TextDecoder()

/** Serializes a fixture as JSON with one line per kind, so that each can be parsed alone. */
export const fixtureLines = (fixture: Fixture): string =>
  `{\n${Object.entries(fixture)
    .map(([kind, value]) => `${JSON.stringify(kind)}:${JSON.stringify(value)}`)
    .join(',\n')}\n}\n`

/** Parses the result of `fixtureLines`, each line on first access. */
export function readFixtureLines(bytes: Uint8Array): Fixture {
  const makers: Record<string, () => unknown> = {}
  let start = bytes.indexOf(newline) + 1
  for (let end = bytes.indexOf(newline, start); end > 0; end = bytes.indexOf(newline, start)) {
    const split = bytes.indexOf(colon, start)
    const last = bytes[end - 1] === comma ? end - 1 : end
    // A line without a record only ends the object.
    if (split > 0 && split < end)
      makers[JSON.parse(decoder.decode(bytes.subarray(start, split))) as string] = () =>
        JSON.parse(decoder.decode(bytes.subarray(split + 1, last)))
    start = end + 1
  }
  return lazily(makers) as Fixture
}
