import { readFixture } from '../../../mocks/read-fixture.ts'
import { inTimeZone } from '../../support/time-zone.ts'
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

it('free text in a field `at` stays unchanged when the dates of a fixture are moved', () => {
  const texts = ['noon', '12', '2026-11-01 is a Sunday', '2026-99-01T09:00']
  const nodes = texts.map((at, index) => ({ id: `n${index}`, type: 'tool', config: { at } }))
  const fixture = readFixture({
    users: [{ email: 'ada@example.com', password: 'secret', created_at: '2026-11-01' }],
    workflows: [{ name: 'Daily', blueprint: { nodes, edges: [] }, schedule_inputs: { at: '9' } }],
  })
  const { users, workflows } = moveToPresent(fixture, Date.parse(fixture.anchored_at) + 9 * day)
  expect(users[0]?.created_at).toBe('2026-11-10T00:00:00.000Z')
  expect(workflows[0]).toMatchObject({ blueprint: { nodes }, schedule_inputs: { at: '9' } })
})

it('an expiry in the last year that dates can have stays unchanged when the dates of a fixture are moved', () => {
  const fixture = readFixture({
    users: [{ email: 'ada@example.com', password: 'secret', created_at: '2026-11-01' }],
    api_keys: [{ name: 'Forever', expires_at: '9999-12-31' }],
  })
  const moved = moveToPresent(fixture, Date.parse(fixture.anchored_at) + 9 * day)
  expect(moved.api_keys[0]?.expires_at).toBe('9999-12-31T00:00:00.000Z')
})

it('dates of a fixture without a time zone are in UTC, in every time zone of the machine', async () => {
  const user = { email: 'ada@example.com', password: 'secret' }
  const dates = ['2026-11-20T00:30:00', '2026-11-20 09:30', '2026-11-20']
  const agents = dates.map((created_at, index) => ({ name: `Agent ${index}`, created_at }))
  const fixture = await inTimeZone('America/New_York', () => readFixture({ users: [user], agents }))
  expect(fixture.agents.map(({ created_at }) => created_at)).toEqual([
    '2026-11-20T00:30:00.000Z',
    '2026-11-20T09:30:00.000Z',
    '2026-11-20T00:00:00.000Z',
  ])
})
