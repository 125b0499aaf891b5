import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Fixture } from '../../../contract/fixture.ts'
import { moveToPresent } from '../../../mocks/world/dates.ts'

const built = JSON.parse(readFileSync('generated/fixtures/demo.json', 'utf8')) as Fixture
const anchor = Date.parse(built.anchored_at)
const day = 24 * 3600 * 1000

const momentsIn = (fixture: Fixture) => JSON.stringify(fixture).match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g)

it.each([
  ['a moment later', 1000, 0],
  ['23 hours later', 23 * 3600 * 1000, 0],
  ['a year and an hour later', 365 * day + 3600 * 1000, 365],
  ['a week earlier', -7 * day, -7],
])(
  'a fixture that is used %s keeps the time of day of each date, and moves by whole days',
  (_when, ms, days) => {
    const moved = moveToPresent(built, anchor + ms)
    expect(Date.parse(moved.anchored_at) - anchor).toBe(days * day)
    expect(momentsIn(moved)).toEqual(
      momentsIn(built)?.map((moment) => new Date(Date.parse(moment) + days * day).toISOString()),
    )
  },
)

it('moving a fixture in time returns a copy and leaves the original unchanged', () => {
  const before = JSON.stringify(built)
  expect(moveToPresent(built, anchor + 9 * day)).not.toBe(built)
  expect(JSON.stringify(built)).toBe(before)
})

it('text that only looks like a date stays unchanged', () => {
  const [conversation] = built.conversations
  if (conversation === undefined) throw new Error('The demo has no conversation.')
  const title = '2026-11-01T09:00:00.000Z'
  const one = { ...built, conversations: [{ ...conversation, title }] }
  expect(moveToPresent(one, anchor + 9 * day).conversations[0]?.title).toBe(title)
})
