import type { Transcript } from '../../contract/events.ts'
import type { Fixture } from '../../contract/fixture.ts'
import { lazyProperties } from '../../contract/memoize.ts'

const dayMs = 24 * 3600 * 1000
const dateLength = '2026-11-21'.length

/** Counts the days from the last day of a fixture to today. */
const daysUntil = (now: number, { anchored_at }: Fixture) =>
  Math.floor((now - Date.parse(anchored_at)) / dayMs)

/**
 * Creates a function that moves the dates of a fixture to the present. It moves them once per day.
 */
export function presentFixture(fixture: Fixture): (now: number) => Fixture {
  let last: { readonly days: number; readonly moved: Fixture } | undefined
  return (now) => {
    const days = daysUntil(now, fixture)
    if (last?.days !== days) last = { days, moved: moveToPresent(fixture, now) }
    return last.moved
  }
}

/** Moves the dates of a fixture by whole days, on first access, so that its last day is today. */
export function moveToPresent(fixture: Fixture, now: number): Fixture {
  const days = daysUntil(now, fixture)
  if (days === 0) return fixture
  const move = createMove(days)
  const makers = (Object.keys(fixture) as (keyof Fixture)[]).map((key) => [
    key,
    () => moveFieldTimestamps(key, fixture[key], move),
  ])
  return lazyProperties<Fixture>({
    ...Object.fromEntries(makers),
    transcripts: () => fixture.transcripts.map((one) => moveTranscript(one, move)),
  })
}

/** Moves the dates of events on first access, because most stored turns are never resumed. */
function moveTranscript(transcript: Transcript, move: (moment: string) => string): Transcript {
  let events: Transcript['events'] | undefined
  return {
    ...(moveTimestamps({ ...transcript, events: [] }, move) as Transcript),
    get events() {
      return (events ??= moveTimestamps(transcript.events, move) as Transcript['events'])
    },
  }
}

const lastDay = Date.UTC(9999, 11, 31)

// A field `at` can also contain free text, for example in the configuration of a workflow.
const momentPattern = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/

/**
 * Creates a function that moves a timestamp by whole days, and returns other texts unchanged. Each
 * date is computed once.
 */
function createMove(days: number): (moment: string) => string {
  const dates = new Map<string, string>()
  return (moment) => {
    if (!momentPattern.test(moment)) return moment
    const date = dateOf(moment)
    let there = dates.get(date)
    if (there === undefined) {
      const at = Date.parse(date) + days * dayMs
      // Also false if `at` is NaN. An expiry such as 9999-12-31 means `never`, so it stays.
      there = at <= lastDay ? dateOf(new Date(at).toISOString()) : date
      dates.set(date, there)
    }
    return there + moment.slice(dateLength)
  }
}

/** Moves the timestamps in a value. Values without timestamps are shared, not copied. */
function moveTimestamps(value: unknown, move: (moment: string) => string): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => moveTimestamps(item, move))
    return items.every((item, index) => item === value[index]) ? value : items
  }
  const from = value as Record<string, unknown>
  let copy: Record<string, unknown> | undefined
  for (const key in from) {
    const item = from[key]
    const next = moveFieldTimestamps(key, item, move)
    if (next === item) continue
    copy ??= { ...from }
    copy[key] = next
  }
  return copy ?? value
}

/** Moves the value of a field if the field's name says that it is a timestamp. */
function moveFieldTimestamps(
  key: string,
  value: unknown,
  move: (moment: string) => string,
): unknown {
  const isMoment = typeof value === 'string' && (key.endsWith('_at') || key === 'at')
  return isMoment ? move(value) : moveTimestamps(value, move)
}

/** The date (UTC) of an ISO timestamp. */
export const dateOf = (moment: string) => moment.slice(0, dateLength)

/** The dates (UTC) of the last days up to now, oldest first. */
export const lastDates = (now: number, days: number): string[] =>
  Array.from({ length: days }, (_, at) =>
    dateOf(new Date(now - (days - 1 - at) * dayMs).toISOString()),
  )
