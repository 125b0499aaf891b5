import { describe, expect, it } from 'vitest'
import { nextRun } from '../../../mocks/platform/next-run.ts'

/** A moment on a Sunday. */
const sunday = Date.UTC(2026, 10, 22, 12, 0, 30)
const next = (cron: string, zone = 'UTC', after = sunday) => {
  const at = nextRun(cron, zone, after)
  return at === undefined ? undefined : new Date(at).toISOString().slice(0, 16)
}

describe('the next run of a schedule', () => {
  it.each([
    ['* * * * *', '2026-11-22T12:01'],
    ['*/15 * * * *', '2026-11-22T12:15'],
    ['0 9 * * 1-5', '2026-11-23T09:00'],
    ['30 8,17 * * *', '2026-11-22T17:30'],
    ['0 12 * * *', '2026-11-23T12:00'],
    ['0 6 1 jan *', '2027-01-01T06:00'],
    ['0 0 * * sun', '2026-11-29T00:00'],
    ['0 0 * * 7', '2026-11-29T00:00'],
    ['5/20 13 * * *', '2026-11-22T13:05'],
    // If both a day of the month and a day of the week are set, one match is enough.
    ['0 0 1 * mon', '2026-11-23T00:00'],
    ['0 0 29 2 *', '2028-02-29T00:00'],
    ['99 * * * *', undefined],
    ['0 0 31 2 *', undefined],
    ['* * *', undefined],
    ['noon * * * *', undefined],
  ])('the next run of the schedule "%s" is %s', (cron, expected) => {
    expect(next(cron)).toBe(expected)
  })

  it('the next run of a schedule follows the clock of its time zone, and an unknown zone counts as UTC', () => {
    expect(next('0 9 * * *', 'Europe/Paris')).toBe('2026-11-23T08:00')
    expect(next('0 9 * * *', 'America/New_York')).toBe('2026-11-22T14:00')
    expect(next('0 9 * * *', 'Europe/Paris', Date.UTC(2026, 2, 28, 12))).toBe('2026-03-29T07:00')
    expect(next('0 9 * * *', 'Moon/Base')).toBe('2026-11-23T09:00')
  })

  it.each([
    ['30 2 * * *', 'America/New_York', Date.UTC(2026, 2, 8, 6, 45), '2026-03-08T07:30'],
    ['30 2 * * *', 'America/New_York', Date.UTC(2026, 2, 8, 7, 30), '2026-03-09T06:30'],
    ['*/15 * * * *', 'America/New_York', Date.UTC(2026, 2, 8, 6, 45), '2026-03-08T07:00'],
    ['*/15 * * * *', 'Europe/Berlin', Date.UTC(2026, 9, 25, 0, 30), '2026-10-25T00:45'],
    ['0 0 * * *', 'America/Havana', Date.UTC(2026, 2, 8, 4, 30), '2026-03-08T05:00'],
  ])(
    'the next run of the schedule "%s" in %s is in the future on a day when clocks change',
    (cron, zone, after, expected) => {
      expect(next(cron, zone, after)).toBe(expected)
    },
  )
})
