import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { fixtureLines, readFixtureLines } from '../../cli/world-data.ts'
import type { Fixture } from '../../contract/fixture.ts'
import { moveToPresent } from '../../mocks/world/dates.ts'

const shipped = readFileSync('generated/fixtures/demo.json')
const whole = JSON.parse(shipped.toString()) as Fixture

test('a fixture that is parsed line by line equals the same fixture parsed as a whole', () => {
  expect(readFixtureLines(shipped)).toEqual(whole)
  expect(readFixtureLines(Buffer.from(fixtureLines(whole)))).toEqual(whole)
})

test('a text in a parsed fixture keeps its line breaks and all characters that look like line breaks', () => {
  const odd = { ...whole, name: 'two\nlines, a "name": },\r\n\u2028 Zürich 🚲' }
  expect(readFixtureLines(Buffer.from(fixtureLines(odd))).name).toBe(odd.name)
})

test('unused records of a fixture are never parsed, even if the dates of the fixture have to be moved', () => {
  const parse = vi.spyOn(JSON, 'parse')
  try {
    const fixture = moveToPresent(readFixtureLines(shipped), Date.parse('2031-05-06'))
    expect(fixture.users.map(({ id }) => id)).toEqual(whole.users.map(({ id }) => id))
    const parsed = parse.mock.calls.map(([text]) => text.length)
    expect(Math.max(...parsed)).toBeLessThan(10_000)
    expect(fixture.transcripts).toHaveLength(whole.transcripts.length)
    expect(Math.max(...parse.mock.calls.map(([text]) => text.length))).toBeGreaterThan(100_000)
  } finally {
    parse.mockRestore()
  }
})
