import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { PassiveCalibration } from '../../conformance/calibrate/passive-calibration.ts'
import { TrafficCheck } from '../../conformance/passive/traffic-check.ts'
import { isFullyRecorded } from '../../contract/exchange.ts'
import { createReport } from '../../traffic/import/report.ts'
import { readHar } from '../../traffic/har/read-har.ts'
import { summarize } from '../../traffic/replay/summary.ts'
import { isProving } from '../support/proving.ts'
import { replayOn } from '../support/record-har.ts'
import { mountInProcess } from '../support/transports.ts'
import { importTexts } from './import-in-process.ts'

const file = isProving ? 'tests/recordings/a.proxy.har.gz' : 'console/pages/traffic/example.har.gz'

/** The results of the four commands that read a recording. */
async function countsOf(har: string) {
  const check = new TrafficCheck()
  const calibration = new PassiveCalibration()
  for await (const exchange of readHar([har])) {
    await check.add(exchange)
    if (isFullyRecorded(exchange)) calibration.add(exchange)
  }
  const { profile, observations } = calibration.finish()
  const {
    used,
    records,
    scenarios,
    profile: imported,
    picks,
  } = createReport(await importTexts(har), [])
  const replayed = summarize(await replayOn(mountInProcess(), har, { writes: false }))
  return {
    conform: check.report(),
    calibrate: { picks: profile.picks, states: observations.map(({ state }) => state) },
    import: { used, records, scenarios: scenarios.length, operations: imported.operations, picks },
    replay: replayed,
  }
}

it(
  'a recording below a path prefix is judged, calibrated, imported and replayed like any other',
  { timeout: 300_000 },
  async () => {
    const har = gunzipSync(await readFile(file)).toString()
    const below = har.replaceAll(/("url": *"https?:\/\/[^/"]+)\/api\//g, '$1/platform/api/')
    expect(below.length).toBeGreaterThan(har.length)
    const [counts, countsBelow] = [await countsOf(har), await countsOf(below)]
    expect(counts.conform.judged).toBeGreaterThan(50)
    expect(counts.import.used).toBeGreaterThan(50)
    expect(counts.replay.sent).toBeGreaterThan(25)
    expect(countsBelow).toEqual(counts)
  },
)
