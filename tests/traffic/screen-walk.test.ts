import { createReadStream } from 'node:fs'
import { createGunzip } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadProfile } from '../../cli/world-data.ts'
import { readHar } from '../../traffic/har/read-har.ts'
import type { Login } from '../../traffic/replay/credentials.ts'
import { type EntryResult, replay } from '../../traffic/replay/replay.ts'
import { isProving } from '../support/proving.ts'
import { recording } from '../support/recorded-exchange.ts'
import { createVirtualClock } from '../support/virtual-clock.ts'
import { mountInProcess, shippedScenarios as scenarios } from '../support/transports.ts'

const users: ReadonlyMap<string, Login> = new Map([
  ['other@example.com', { email: 'other@example.com', password: 'other-password' }],
  ['*', { email: 'demo@example.com', password: 'demo-password' }],
])

/** What a screen lacks: operations that are not played, and missing fields. */
const missesOf = ({ operation, recordedStatus, status, differences = [] }: EntryResult) =>
  recordedStatus < 400 && (status === 404 || status === 405)
    ? [`${operation} is missing`]
    : differences
        .filter((difference) => difference.endsWith(' is missing'))
        .map((difference) => `${operation} ${difference}`)

describe('the screens of a web client, as they ask the known deployment', () => {
  let results: readonly EntryResult[]
  beforeAll(async () => {
    const file = createReadStream(recording.file).pipe(createGunzip())
    const profile = await loadProfile('deployed-0.8')
    const { fetch, baseUrl } = mountInProcess({
      profile,
      scenarios,
      speed: 1,
      systemClock: createVirtualClock(),
    })
    const options = { baseUrl, fetch, writes: true, users, timeout: 30_000 }
    results = await replay(readHar(file), options)
  })

  it('a replay sends the requests of every screen in the recording', () => {
    expect(new Set(results.map(({ flow }) => flow)).size).toBe(recording.flows)
    const notSent = results.filter((result) => result.notSent !== undefined)
    expect(notSent.length).toBeLessThanOrEqual(results.length / 20)
    expect(results.filter(({ status }) => status === 0)).toEqual([])
  })

  it('the fake has every operation and field that a screen needs', () => {
    expect([...new Set(results.flatMap(missesOf))].toSorted()).toEqual([])
  })

  // Not for the short recording, because its pseudonyms are not values of the deployment.
  it.runIf(isProving)('most responses to screens have the recorded status and shape', () => {
    const sent = results.filter(({ notSent }) => notSent === undefined)
    const sameStatus = sent.filter(({ status, recordedStatus }) => status === recordedStatus)
    const sameShape = sameStatus.filter(({ differences = [] }) => differences.length === 0)
    expect(sameStatus.length / sent.length).toBeGreaterThan(0.98)
    expect(sameShape.length / sent.length).toBeGreaterThan(0.9)
  })
})
