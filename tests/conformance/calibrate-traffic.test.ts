import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { expect, it } from 'vitest'
import { writeCalibration } from '../../cli/calibrate.ts'
import { UsageError } from '../../cli/command-line.ts'
import { loadProfile } from '../../cli/world-data.ts'
import { calibrateTraffic } from '../../conformance/calibrate/passive-calibration.ts'
import { createExchange } from '../../contract/exchange.ts'
import type { Observation } from '../../conformance/calibrate/observation.ts'
import { type ChoiceId, choices } from '../../contract/choices.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import type { OperationId } from '../../contract/operations.ts'
import { isProving } from '../support/proving.ts'
import { recording } from '../support/recorded-exchange.ts'
import { temporaryFolder } from '../support/start-serve.ts'

const { folder } = temporaryFolder()

async function calibrate(...flags: string[]) {
  const [printed, warned]: string[][] = [[], []]
  const io = {
    stdout: { write: (text: string) => printed?.push(text) },
    stderr: { write: (text: string) => warned?.push(text) },
  }
  const code = await writeCalibration(flags, io)
  return { code, stdout: printed?.join('') ?? '', stderr: warned?.join('') ?? '' }
}

it('the picks of a calibrated recording never contradict the profile of the recorded deployment', async () => {
  const { stdout } = await calibrate('--traffic', recording.file, '--json')
  const { observations } = JSON.parse(stdout) as { observations: readonly Observation[] }
  const deployed = await loadProfile('profiles/deployed-0.8')
  const seen = observations.filter((each) => each.state === 'seen')
  const usual = (id: ChoiceId) => deployed.picks[id] ?? { option: choices[id].default }
  const wrong = seen.filter(
    ({ id, pick, onlyAt }) => !onlyAt && !isDeepStrictEqual(pick, usual(id)),
  )
  expect(wrong).toEqual([])
  const differing = seen.flatMap(({ id, at = {} }) =>
    Object.entries(at).map(([name, { pick }]) => ({ id, name, option: pick.option })),
  )
  const known = Object.entries(deployed.at).flatMap(([operation, picks]) =>
    Object.entries(picks).map(([id, { option }]) => ({
      id,
      name: operationName(operation as OperationId),
      option,
    })),
  )
  const contradicted = differing.filter(({ id, name, option }) =>
    known.some((each) => each.id === id && each.name === name && each.option !== option),
  )
  expect(contradicted).toEqual([])
  expect(seen.length).toBeGreaterThan(isProving ? 60 : 40)
})

it('a recording is calibrated to a profile file that can be loaded', async () => {
  const out = join(folder.path, 'recorded.profile.yaml')
  const { stdout } = await calibrate('--traffic', recording.file, '--out', out)
  expect(stdout).toContain(`Wrote ${out}.`)
  const { exchanges, whole } = recording
  expect(stdout).toContain(`${exchanges} exchanges, ${whole} of them whole.`)
  const { picks } = await loadProfile(out)
  expect(picks['errors.envelope']).toEqual({ option: 'detail' })
  expect(await readFile(out, 'utf8')).toContain(
    '# errors.coercion: unknown, only this would show it',
  )
})

it('calibrating a recording with the profile of its deployment as the base returns this profile', async () => {
  const out = join(folder.path, 'over-base.profile.yaml')
  await calibrate('--traffic', recording.file, '--base', 'deployed-0.8', '--out', out)
  const deployed = await loadProfile('deployed-0.8')
  expect(await loadProfile(out)).toEqual({ ...deployed, name: 'calibrated' })
})

it('a recording that shows no choice does not replace an existing profile', async () => {
  const [empty, out] = [join(folder.path, 'empty.har'), join(folder.path, 'kept.profile.yaml')]
  // The client left before the response came.
  const entry = {
    startedDateTime: '2026-11-22T00:00:00Z',
    time: 1,
    request: { method: 'GET', url: 'https://staging.example.com/api/agents', headers: [] },
    response: { status: 0, headers: [], content: { size: 0, mimeType: '' } },
  }
  await writeFile(empty, JSON.stringify({ log: { version: '1.2', entries: [entry] } }))
  await writeFile(out, 'picks: {}\n')
  const { code, stdout } = await calibrate('--traffic', empty, '--out', out)
  expect(code).toBe(4)
  expect(stdout).toContain(`Nothing was observed; ${out} is unchanged.`)
  expect(await readFile(out, 'utf8')).toBe('picks: {}\n')
})

it('several recordings are calibrated together, like one recording', async () => {
  const { file, exchanges } = recording
  const { stdout } = await calibrate('--traffic', file, '--traffic', file, '--json')
  expect(JSON.parse(stdout)).toMatchObject({ exchanges: 2 * exchanges })
})

it('`calibrate --traffic` refuses a file that is not a recording, or does not exist, as a usage error', async () => {
  await expect(calibrate('--traffic', 'package.json')).rejects.toThrow(UsageError)
  await expect(calibrate('--traffic', 'nothing.har')).rejects.toThrow(
    "nothing.har can't be read (ENOENT)",
  )
})

it('a program can calibrate exchanges that it recorded itself', async () => {
  const exchange = createExchange({
    startedAt: 0,
    ms: 1,
    method: 'GET',
    url: new URL('https://staging.example.com/api/agents'),
    requestHeaders: [],
    status: 401,
    responseHeaders: new Headers({ 'content-type': 'application/json' }),
    content: '{"success":false,"error":"unauthorized","message":"Sign in first."}',
  })
  const { profile } = await calibrateTraffic([exchange])
  expect(profile.picks).toEqual({
    'errors.envelope': { option: 'documented' },
    'errors.auth-codes': { option: 'coded' },
    'auth.challenge': { option: 'absent' },
    'records.content-type': { option: 'plain' },
  })
})
