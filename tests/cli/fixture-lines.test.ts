import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { fixtureLines, readFixtureLines } from '../../cli/world-data.ts'
import type { Fixture } from '../../contract/fixture.ts'
import { moveToPresent } from '../../mocks/world/dates.ts'

const shipped = readFileSync('generated/fixtures/demo.json')
const whole = JSON.parse(shipped.toString()) as Fixture

test('a fixture parsed by lines equals one parsed completely', () => {
  expect(readFixtureLines(shipped)).toEqual(whole)
  expect(readFixtureLines(Buffer.from(fixtureLines(whole)))).toEqual(whole)
})

test('a text in a fixture keeps its line breaks and anything that looks like a line break', () => {
  const odd = { ...whole, name: 'two\nlines, a "name": },\r\n\u2028 Zürich 🚲' }
  expect(readFixtureLines(Buffer.from(fixtureLines(odd))).name).toBe(odd.name)
})

test('a kind of records that is never used is never parsed, even if its dates have to be moved', () => {
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
