import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { writeCalibration } from '../cli/calibrate.ts'
import type { Io } from '../cli/io.ts'
import { loadProfile } from '../cli/profiles.ts'
import { UsageError } from '../cli/usage.ts'
import { calibrate } from '../conformance/calibrate/calibrate.ts'
import { unobserved } from '../conformance/calibrate/observers.ts'
import { compareRuns } from '../conformance/compare.ts'
import { reportSchema } from '../conformance/report-schema.ts'
import { toJson } from '../conformance/reporters/json.ts'
import { type ChoiceId, choiceIds, choices } from '../contract/choices.ts'
import type { Picks } from '../contract/picks.ts'
import { readProfile, toProfileDocument } from '../contract/profile.ts'
import { expiredToken } from './expired-token.ts'
import { target, virtualFake } from './judge-fake.ts'
import { seeded } from './seeded.ts'

const token = await expiredToken()

/** The calibration of a fake with these picks; of all its choices, or of some. */
const calibrated = (picks: object, only?: readonly ChoiceId[]) => {
  const { fake, wall } = virtualFake(picks)
  return calibrate({
    target: { ...target, expiredToken: token },
    plan: 'full',
    fetch: (request) => fake.fetch(request),
    now: wall.now,
    sleep: wall.sleep,
    tag: 'test',
    ...(only && { only }),
  })
}

/** Choices that no observer looks at yet. This list may only shrink. */
const blind: readonly ChoiceId[] = [
  'errors.limit-codes',
  'login.restricted-account',
  'login.restricted-on-chat',
  'mcp-servers.stored-credentials',
  'channels.creation-status',
  'approvals.wait',
  'approvals.arguments',
  'quotas.unstored-turns',
  'sessions.revocation',
  'workflows.batch-counts',
  'workflows.run-started',
  'workflows.event-moments',
]

const values: Partial<Record<ChoiceId, unknown>> = {
  'login.expires-in': 3600,
  'lists.default-size': 7,
  'events.cursor-step': 3,
  'chat.query-length': 2000,
  'versioning.published': '0.8.5',
  'keys.expiry-field': 'expiration',
  'conversations.search-parameter': 'keyword',
}

const pickOf = (id: ChoiceId, option: string): unknown =>
  choices[id].options[option]?.value === undefined ? option : { [option]: values[id] }

/** The picks that a choice needs to apply at all. */
const picksUnderWhich = (id: ChoiceId) =>
  Object.fromEntries(
    Object.entries(choices[id].when ?? {})
      .filter(([other, allowed]) => !allowed.includes(choices[other as ChoiceId].default))
      .map(([other, [allowed]]) => [other, allowed]),
  )

const cases = choiceIds
  .filter((id) => !blind.includes(id))
  .flatMap((id) => Object.keys(choices[id].options).map((option) => ({ id, option })))

describe('one pick over the documented ones', () => {
  it.each(cases)('is recovered with its evidence: $id $option', async ({ id, option }) => {
    const picks = { ...picksUnderWhich(id), [id]: pickOf(id, option) }
    const { observations, profile, leftovers } = await calibrated(picks, [id])
    const { picks: wanted } = readProfile({ picks })
    expect(profile.picks[id]).toEqual(wanted[id])
    const own = observations.find((each) => each.id === id)
    expect(own?.state === 'seen' && own.evidence[0]).toMatch(/^[A-Z]+ \S+: \d{3}$/)
    expect(id === 'keys.delete-operation' ? [] : leftovers).toEqual([])
  })
})

describe('a choice without an observer', () => {
  it('is unknown, and stands in the list above', async () => {
    const { observations } = await calibrated({})
    const unknown = observations.filter(({ state }) => state === 'unknown')
    expect(unknown.map(({ id }) => id).toSorted()).toEqual([...blind].toSorted())
    expect(Object.keys(unobserved).toSorted()).toEqual([...blind].toSorted())
    expect(observations.map(({ id }) => id)).toEqual(choiceIds)
  })
})

/** Picks drawn over all options, each within its `when`. */
function drawn(seed: number) {
  const below = seeded(seed)
  const options: Record<string, string> = {}
  for (const id of choiceIds) {
    const names = Object.keys(choices[id].options)
    options[id] = names[below(names.length)] ?? choices[id].default
  }
  const applies = (id: ChoiceId) =>
    Object.entries(choices[id].when ?? {}).every(([other, allowed]) =>
      allowed.includes(options[other] ?? ''),
    )
  const picked = choiceIds.filter(
    (id) =>
      applies(id) && (choices[id].options[options[id] ?? '']?.value === undefined || id in values),
  )
  return Object.fromEntries(picked.map((id) => [id, pickOf(id, options[id] ?? '')]))
}

// All of them in `npm run prove`, a sample in `npm test`.
const seeds = Array.from({ length: process.env['UNDERSTUDY_PROVE'] === 'all' ? 200 : 10 }).keys()

describe('random picks over all options', () => {
  it.each([...seeds])('are recovered, or said to be hidden: seed %i', async (seed) => {
    const picks = drawn(seed)
    const { observations } = await calibrated(picks)
    const wanted = readProfile({ picks }).picks as Partial<Picks>
    const wrong = observations.filter(
      (each) =>
        each.state === 'conflict' ||
        (each.state === 'seen' && JSON.stringify(each.pick) !== JSON.stringify(wanted[each.id])),
    )
    const undecided = observations.filter(
      ({ id, state }) => state === 'unknown' && !blind.includes(id),
    )
    expect(undecided).toEqual([])
    expect(wrong).toEqual([])
    // What hides another choice is a pick that no `when` allows, or not the documented one.
    const groundless = observations.filter(
      (each) =>
        each.state === 'masked' &&
        !(each.by in (choices[each.id].when ?? {})) &&
        (wanted[each.by]?.option ?? choices[each.by].default) === choices[each.by].default,
    )
    expect(groundless).toEqual([])
  })
})

describe('a profile of what was seen', () => {
  it.each([1, 2])('plays what no check and no shape tells apart: seed %i', async (seed) => {
    // The choices that nothing looks at stay as they are documented.
    const picks = Object.fromEntries(
      Object.entries(drawn(seed)).filter(([id]) => !blind.includes(id as ChoiceId)),
    )
    const { profile } = await calibrated(picks)
    const { picks: again } = toProfileDocument(profile) as { readonly picks: object }
    const runs = [picks, again].map((each) => virtualFake(each).judge('full'))
    const [judged, played] = (await Promise.all(runs)).map((report) =>
      reportSchema.parse(JSON.parse(toJson(report))),
    )
    const { checks, shapes, compared } = compareRuns(played!, judged!)
    expect({ checks, shapes }).toEqual({ checks: [], shapes: [] })
    expect(compared.checks).toBeGreaterThan(200)
  })
})

describe('a target that contradicts itself', () => {
  it('is listed as a conflict with both sides, and not picked', async () => {
    const { fake, wall } = virtualFake()
    const fetch = async (request: Request) => {
      const response = await fake.fetch(request)
      if (!request.url.includes('/api/agents')) return response
      const headers = new Headers(response.headers)
      headers.set('content-type', 'application/json; charset=utf-8')
      return new Response(response.body, { status: response.status, headers })
    }
    const means = { fetch, now: wall.now, sleep: wall.sleep, tag: 'test' }
    const { observations, profile } = await calibrate({
      ...means,
      target,
      plan: 'core',
      only: ['records.content-type'],
    })
    expect(observations).toMatchObject([
      { state: 'conflict', seen: { plain: expect.anything(), charset: ['GET /api/agents: 200'] } },
    ])
    expect(profile.picks).toEqual({})
  })
})

describe('understudy calibrate', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'calibrate-'))
  afterAll(() => rm(folder, { recursive: true }))
  const out = join(folder, 'staging.profile.yaml')
  const command = async (args: readonly string[], picks: object, more: Partial<Io> = {}) => {
    const { fake, wall } = virtualFake(picks)
    const told: string[] = []
    const means = { fetch: fake.fetch, now: wall.now, sleep: wall.sleep }
    const base = ['--base-url', target.baseUrl, '--ledger', join(folder, 'ledger')]
    const write = (text: string) => told.push(text)
    const io = { stdout: { write }, stderr: { write }, ...more }
    const code = await writeCalibration([...base, ...args], io, means)
    return { code, text: told.join('') }
  }
  const credentials = [
    ['--email', target.email],
    ['--password', target.password],
    ['--other-email', target.otherEmail],
    ['--other-password', target.otherPassword],
  ].flatMap((pair) => pair.map(String))

  it('writes a profile that plays the target, which calibrates to the same again', async () => {
    const picks = drawn(4)
    const args = [...credentials, '--plan', 'full', '--out', out]
    const { code, text } = await command(args, picks)
    expect(code).toBe(0)
    expect(text).toMatch(/ seen, 0 in conflict, \d+ hidden, \d+ unknown\n/)
    const yaml = await readFile(out, 'utf8')
    const profile = await loadProfile(out)
    const { picks: again } = toProfileDocument(profile) as { readonly picks: object }
    expect((await command(args, again)).code).toBe(0)
    expect(await readFile(out, 'utf8')).toBe(yaml)
    expect(yaml).not.toContain(target.password)
    expect(yaml).toContain('# errors.limit-codes: unknown, ')
  })

  it('prints the profile where no file is named', async () => {
    const { code, text } = await command([...credentials, '--plan', 'core'], {})
    expect(code).toBe(0)
    expect(text).toContain("  lists.default-size: '20'\n")
    expect(text).toContain('# events.title: unknown, needs --plan full\n')
  })

  it('stops when it is told to, and says so by its exit code', async () => {
    const { code, text } = await command(credentials, {}, { stopped: Promise.resolve() })
    expect(code).toBe(130)
    expect(text).toContain('# lists.envelope: unknown, the run was stopped before it\n')
  })

  it('has an exit code for a target that shows nothing', async () => {
    expect((await command(['--plan', 'smoke'], {})).code).toBe(4)
  })

  it.each([
    [['--out'], '--out needs a value.'],
    [['--out', '--json'], '--out needs a value.'],
  ])('refuses a wrong command line: %j', async (args, sentence) => {
    await expect(command(args, {})).rejects.toThrow(new UsageError(sentence))
  })
})
