import { describe, expect, it } from 'vitest'
import { declaredOperations } from '../../../cli/compare.ts'
import { lifecycleChecks } from '../../../conformance/checks/lives.ts'
import { type Comparison, compareRuns } from '../../../conformance/report/compare.ts'
import { runConformance } from '../../../conformance/runner/runner.ts'
import type { Profile } from '../../../contract/picks.ts'
import { createFake } from '../../../mocks/fake.ts'
import { deployedProfile as profile } from '../../profiles/deployment/deployed-profile.ts'
import { drawn, isProving } from '../../support/proving.ts'
import { demo, shippedScenarios as scenarios } from '../../support/transports.ts'
import { target } from '../../support/virtual-fake.ts'
import { createVirtualClock } from '../../support/virtual-clock.ts'
import { plantedDifferences, withPlanted } from './planted-differences.ts'

const checks = lifecycleChecks(declaredOperations(profile))
const morning = Date.parse('2026-11-21T08:00:00Z')

/** Answers a request to a fake, or passes it on. */
type Proxy = (request: Request, passOn: () => Promise<Response>) => Promise<Response>

/** Runs the life checks of families on a new deployment with its own seed, time and names. */
async function walk(
  seed: number,
  only: readonly string[],
  played: Profile = profile,
  proxy: Proxy = (_request, passOn) => passOn(),
  maxTurns?: number,
) {
  const systemClock = createVirtualClock(morning + seed * 98_765_432)
  const fake = createFake({
    fixture: demo,
    scenarios,
    profile: played,
    systemClock,
    seed: `${seed}`,
  })
  return runConformance({
    target,
    plan: 'destructive',
    checks,
    only,
    maxTurns,
    fetch: (request) => proxy(request, async () => fake.fetch(request)),
    now: systemClock.now,
    sleep: systemClock.sleep,
  })
}

const first = new Map<string, ReturnType<typeof walk>>()

/** The lives at the known deployment, for comparisons with others; each life runs once. */
function known(life: string) {
  const report = first.get(life) ?? walk(1, [life])
  first.set(life, report)
  return report
}

const places = ({ lives }: Comparison) => lives.map(({ where, pointer }) => `${where} ${pointer}`)

const ids = checks.map(({ id }) => id)

describe('the checks of the life cycles of records, at a known deployment', () => {
  it.each(drawn(ids, 2, 'lives'))('check %s observes equal deployments as equal', async (life) => {
    const [one, other] = [await known(life), await walk(2, [life])]
    expect(one.results.map(({ verdict }) => verdict)).toEqual(['observed'])
    expect(one.leftovers).toEqual([])
    const { lives, checks: differing } = compareRuns(one, other)
    expect([...lives, ...differing]).toEqual([])
  })

  it('each evaluation run counts as a turn, so that a budget of 0 turns skips the check of evaluation runs', async () => {
    let started = 0
    const count: Proxy = async (request, passOn) => {
      const isRun = request.method === 'POST' && new URL(request.url).pathname === '/api/eval/runs'
      const response = await passOn()
      if (isRun && response.ok) started++
      return response
    }
    const life = ['life./api/eval/runs']
    const { spent } = await walk(2, life, profile, count)
    expect(started).toBeGreaterThan(0)
    expect(spent).toMatchObject({ turns: started, unexpectedTurns: 0 })
    started = 0
    const { results } = await walk(2, life, profile, count, 0)
    expect([started, results.map(({ verdict }) => verdict)]).toEqual([0, ['skipped']])
  })

  it('if another user can copy a record, the check of its life cycle removes the copy as that user', async () => {
    const copy = '0f0e0d0c-0b0a-4908-8706-050403020111'
    const copiers = new Set<string | null>()
    const removers = new Set<string | null>()
    await walk(2, ['life./api/agents'], profile, async (request, passOn) => {
      const { pathname } = new URL(request.url)
      const credential = request.headers.get('authorization')
      if (request.method === 'DELETE' && pathname === `/api/agents/${copy}`)
        removers.add(credential)
      if (!pathname.endsWith('/fork')) return passOn()
      copiers.add(credential)
      return Response.json({ success: true, data: { id: copy } })
    })
    expect(copiers.size).toBe(2)
    expect(removers).toEqual(copiers)
  })

  it('a run repeats a failed deletion of what the second user created for the reviews, as that user', async () => {
    const statuses: number[] = []
    const callers = new Set<string>()
    const { leftovers } = await walk(2, ['life.reviews'], profile, async (request, passOn) => {
      const { pathname } = new URL(request.url)
      if (request.method !== 'DELETE' || !pathname.startsWith('/api/skills/')) return passOn()
      callers.add(`${pathname} ${request.headers.get('authorization')}`)
      const isFirst = statuses.length === 0
      const response = isFirst ? Response.json({}, { status: 500 }) : await passOn()
      statuses.push(response.status)
      return response
    })
    expect(callers.size).toBe(1)
    expect(statuses).toEqual([500, 200])
    expect(leftovers).toEqual([])
  })

  it('the check of a life cycle shows the first rows of a log that was empty before', async () => {
    let reads = 0
    const report = await walk(2, ['life./api/skills'], profile, async (request, passOn) => {
      if (!new URL(request.url).pathname.endsWith('/audit-log')) return passOn()
      reads += 1
      const rows = [
        { id: 'b', action: 'skill.second' },
        { id: 'a', action: 'skill.first' },
      ]
      return Response.json({ items: reads === 1 ? [] : rows })
    })
    const steps = JSON.stringify(report.results.map(({ observation }) => observation))
    expect(steps.match(/a new row skill\.\w+/g)).toEqual([
      'a new row skill.first',
      'a new row skill.second',
    ])
  })

  it.each(drawn(plantedDifferences, 1, 'planted').map((one) => [one.says, one] as const))(
    '`compare` finds the difference that %s',
    async (_says, planted) => {
      const varied = await walk(2, [planted.life], withPlanted(profile, [planted]))
      expect(compareRuns(await known(planted.life), varied).lives).not.toEqual([])
    },
  )

  it.runIf(isProving)(
    '`compare` finds at least eighteen of twenty differences that two deployments have at once',
    async () => {
      const all = await walk(3, ['life.*'], withPlanted(profile, plantedDifferences))
      const together = new Set(places(compareRuns(await walk(1, ['life.*']), all)))
      const missed: string[] = []
      for (const planted of plantedDifferences) {
        const varied = await walk(2, [planted.life], withPlanted(profile, [planted]))
        const alone = places(compareRuns(await known(planted.life), varied))
        if (!alone.some((place) => together.has(place))) missed.push(planted.says)
      }
      expect(plantedDifferences).toHaveLength(20)
      expect(missed.slice(2)).toEqual([])
    },
    600_000,
  )
})

const life = (...observation: readonly unknown[]) => ({
  results: [{ id: 'life./api/boats', verdict: 'observed', message: '', observation } as const],
})
const step = (name: string, values: object) => ({ step: name, values })

describe('the comparison of observed life cycles of records', () => {
  const made = step('POST /api/boats', { status: '201', '/name': '"Ida"' })

  it('`compare` reports an additional value of a step only once, even if later steps also show the value', () => {
    const look = step('GET /api/boats/{}', { '/crew': '1' })
    const [a, b] = [
      life(made, look, step('DELETE /api/boats/{}', { status: '204' }), look),
      life(made),
    ]
    expect(compareRuns(a, b).lives).toEqual([
      {
        where: 'GET /api/boats/{} after POST /api/boats',
        pointer: '/crew',
        a: '1',
        b: 'as before',
      },
    ])
  })

  it('`compare` reports only the status and the code of two calls whose statuses differ', () => {
    const refused = step('POST /api/boats', { status: '409', '/error_code': '"boat_exists"' })
    expect(compareRuns(life(refused), life(made)).lives.map(({ pointer }) => pointer)).toEqual([
      'status',
      '/error_code',
    ])
  })

  it('`compare` reports an entry of a log that one run lacks as one difference', () => {
    const row = step('GET /api/log: a new row boat.created', { '/id': '"<id>"', '/boat': '"Ida"' })
    expect(compareRuns(life(made, row), life(made)).lives).toEqual([
      {
        where: 'GET /api/log: a new row boat.created after POST /api/boats',
        pointer: '',
        a: 'boat "Ida"',
        b: 'no such row',
      },
    ])
  })

  it('`compare` reports no difference for a family whose life cycle only one report contains', () => {
    expect(compareRuns(life(made), { results: [] })).toMatchObject({ lives: [], checks: [] })
  })
})
