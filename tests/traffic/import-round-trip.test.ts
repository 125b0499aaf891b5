import { beforeAll, describe, expect, it } from 'vitest'
import { loadProfile } from '../../cli/world-data.ts'
import { decodeSse } from '../../contract/sse.ts'
import { createFake } from '../../mocks/fake.ts'
import { readHar } from '../../traffic/har/read-har.ts'
import type { Imported } from '../../traffic/import/import.ts'
import { type EntryResult, replay } from '../../traffic/replay/replay.ts'
import { fakeOf, importTexts, recordedBy, usersOf } from './import-in-process.ts'
import { clientJourney } from '../conformance/passive-journey.ts'
import { demo, shippedScenarios as scenarios } from '../support/transports.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'

const baseUrl = 'http://platform.test'

type Turn = {
  readonly events: readonly string[]
  readonly texts: string
  readonly times: readonly number[]
}

/** The maximum difference between the recorded and the played time of a frame, in milliseconds. */
const mostDelay = 150

/** The turns of a recording: their events, their texts and the times of their frames. */
async function turnsIn(har: string): Promise<readonly Turn[]> {
  const turns: Turn[] = []
  for await (const { request, frames: recorded = [] } of readHar([har])) {
    const isTurn = /\/api\/(react|dag|auto)$/.test(request.url.pathname)
    if (!isTurn || recorded.length === 0) continue
    const frames = recorded.map(({ text }) => decodeSse(text))
    turns.push({
      events: frames.map(({ event = '' }) => event),
      texts: frames.map(({ data = '' }) => textIn(data)).join(''),
      times: recorded.map(({ t }) => Math.round(t)),
    })
  }
  return turns
}

/** The text that a model writes in an event. */
function textIn(data: string): string {
  const { content, delta, reasoning, answer } = JSON.parse(data) as Record<string, unknown>
  return [content, delta, reasoning, answer].filter((text) => typeof text === 'string').join('')
}

describe.each(['documented', 'deployed-0.8'])('the journey of a client on %s', (profile) => {
  let [recorded, replayed] = ['', '']
  let imported: Imported
  let results: readonly EntryResult[]

  beforeAll(async () => {
    const clock = createVirtualClock()
    const fake = createFake({
      fixture: demo,
      scenarios,
      profile: await loadProfile(profile),
      systemClock: clock,
    })
    const recorder = recordedBy((request) => fake.fetch(request), clock)
    await clientJourney(recorder.fetch)
    recorded = recorder.har()
    imported = await importTexts(recorded)
    const clockAtHome = createVirtualClock()
    const home = fakeOf(imported, clockAtHome)
    const again = recordedBy((request) => home.fetch(request), clockAtHome)
    results = await replay(readHar([recorded]), {
      baseUrl,
      fetch: again.fetch,
      writes: true,
      users: usersOf(imported),
      timeout: 60_000,
    })
    replayed = again.har()
  })

  it('the recording of a journey is imported with its profile, and with all of its entries', () => {
    expect(imported.profile.base.name).toBe(profile)
    expect(imported.entries.filter(({ uses }) => uses.length === 0)).toEqual([])
  })

  it('a replay against the imported fake gets the recorded status and shape', () => {
    expect(results.filter(({ notSent }) => notSent !== undefined)).toEqual([])
    const wrong = results.flatMap(({ operation, status, recordedStatus, differences = [] }) => [
      ...(status === recordedStatus ? [] : [`${operation}: ${status}, not ${recordedStatus}`]),
      ...differences.map((difference) => `${operation}: ${difference}`),
    ])
    expect(wrong).toEqual([])
  })

  it('a replay against the imported fake gets the recorded turns with their events, texts and pace', async () => {
    const [before, after] = [await turnsIn(recorded), await turnsIn(replayed)]
    expect(before.length).toBeGreaterThan(2)
    expect(after.map(({ events }) => events)).toEqual(before.map(({ events }) => events))
    expect(after.map(({ texts }) => texts)).toEqual(before.map(({ texts }) => texts))
    // Only the last frame must have the same time: a pause may be before or after a step event.
    expect(after.map(({ times }) => times.at(-1))).toEqual(before.map(({ times }) => times.at(-1)))
    const gaps = before.flatMap(({ times }, turn) =>
      times.map((time, at) => Math.abs(time - (after[turn]?.times[at] ?? Infinity))),
    )
    expect(Math.max(...gaps)).toBeLessThanOrEqual(mostDelay)
  })
})
