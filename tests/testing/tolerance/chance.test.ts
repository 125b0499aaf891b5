import { describe, expect, it } from 'vitest'
import { documented } from '../../../contract/picks.ts'
import { chanceOf } from '../../../testing/tolerance/evidence.ts'
import type { RunOutcome } from '../../../testing/tolerance/execute.ts'
import type { RunPlayer } from '../../../testing/tolerance/player.ts'
import { type Baseline, runBaseline, Search } from '../../../testing/tolerance/search.ts'
import { SessionStop } from '../../../testing/tolerance/player.ts'
import { selectVariants } from '../../../testing/tolerance/tolerance.ts'
import type { Variant } from '../../../testing/tolerance/variant.ts'
import { isProving } from '../../support/proving.ts'
import { seeded } from '../../support/seeded.ts'

const { variants } = selectVariants(documented, { only: ['lists.*', 'records.*'], faults: false })

type SimulatedTest = {
  readonly name: string
  /** The share of runs in which the test fails by chance, from 0 to 1. */
  readonly rate: number
  /** The behaviours whose combination the test does not tolerate. */
  readonly breaks?: readonly string[]
  /** A pattern of behaviours of which each alone breaks the test. */
  readonly breaksOnAny?: RegExp
  /** Whether it hangs in place of failing. The run is killed, and it and later tests have no result. */
  readonly hangs?: boolean
}

/**
 * Simulates runs: each test fails by chance, and with the behaviours that break it. With the
 * behaviour `breaksCommand`, the command fails although its tests pass.
 */
function simulate(
  tests: readonly SimulatedTest[],
  draw: (below: number) => number,
  breaksCommand?: string,
  jobs = 1,
): RunPlayer {
  const play = (number: number, played: readonly Variant[], selectors?: readonly string[]) => {
    const ids = new Set(played.map(({ id }) => id))
    const fails = ({ rate, breaks, breaksOnAny }: SimulatedTest) =>
      draw(1000) < rate * 1000 ||
      (breaks !== undefined && breaks.every((id) => ids.has(id))) ||
      [...ids].some((id) => breaksOnAny?.test(id))
    const selected = tests.filter(({ name }) => selectors === undefined || selectors.includes(name))
    const hanging = selected.findIndex((test) => test.hangs === true && fails(test))
    const isTimeout = hanging >= 0
    const results = new Map(
      selected
        .slice(0, isTimeout ? hanging : undefined)
        .map((test) => [
          test.name,
          { status: fails(test) ? 'failed' : 'passed', message: 'no', selector: test.name },
        ]),
    )
    const isFailed =
      isTimeout ||
      [...results.values()].some(({ status }) => status === 'failed') ||
      (breaksCommand !== undefined && ids.has(breaksCommand))
    const marks = new Set(played.flatMap((variant) => variant.marks))
    return {
      name: `run-${number}`,
      variants: played,
      folder: '',
      seconds: 1,
      end: { code: isFailed ? 1 : 0, hasStarted: true, isTimeout, tail: '' },
      results,
      coverage: { calls: 9, marks, unfairVariants: new Set(), pinned: new Set() },
    } as unknown as RunOutcome
  }
  let number = 0
  const runs: RunPlayer = {
    jobs,
    profile: documented,
    selects: true,
    onRun: undefined,
    async play(purpose, played, selectors) {
      const outcome = play((number += 1), played, selectors)
      runs.onRun?.(outcome, purpose)
      return outcome
    },
  }
  return runs
}

/** Runs a session, and returns the behaviours that it blames. */
async function blamedBy(
  tests: readonly SimulatedTest[],
  seed: number,
  breaksCommand?: string,
  jobs?: number,
) {
  const draw = seeded(seed)
  for (let warm = 0; warm < 20; warm += 1) draw(2)
  const runs = simulate(tests, draw, breaksCommand, jobs)
  let count = 0
  runs.onRun = () => (count += 1)
  const blamed: string[] = []
  const tested: string[] = []
  let baseline: Baseline | undefined
  try {
    baseline = await runBaseline(runs)
    const search = new Search(runs, baseline)
    search.onCause = (cause) => {
      blamed.push(cause.variants.map(({ id }) => id).join(' with '))
      tested.push(cause.failure.test)
    }
    await search.run('options', variants)
  } catch (error) {
    if (!(error instanceof SessionStop)) throw error
  }
  return { blamed, tested, count, hasBegun: baseline !== undefined, setAside: baseline?.setAside }
}

const sessions = isProving ? 1000 : 60

const stable = ['a', 'b', 'c'].map((name): SimulatedTest => ({ name, rate: 0 }))
const unreliable = (rate: number) => ['x', 'y', 'z'].map((name): SimulatedTest => ({ name, rate }))

describe('tests that fail by chance', () => {
  it.each([0.05, 0.1, 0.2])(
    'with tests that fail at random at a rate of %d, at most one of a hundred sessions blames a behaviour',
    async (rate) => {
      let wrong = 0
      for (let seed = 1; seed <= sessions; seed += 1) {
        const { blamed } = await blamedBy([...stable, ...unreliable(rate)], seed * 7919)
        if (blamed.length > 0) wrong += 1
      }
      process.stdout.write(`rate ${rate}: ${wrong} of ${sessions} sessions blame a behaviour\n`)
      expect(wrong).toBeLessThanOrEqual(sessions / 100)
    },
    120_000,
  )

  it('a behaviour with which the command fails although all tests pass is blamed', async () => {
    const id = 'records.timestamps=naive'
    expect((await blamedBy(stable, 1, id)).blamed).toEqual([id])
  })

  it('a behaviour that breaks a test is found in a bounded number of runs, even beside unreliable tests', async () => {
    const id = 'records.timestamps=naive'
    // A test that fails in both runs of the baseline ends the session. `begun` counts the others.
    let begun = 0
    let found = 0
    for (let seed = 1; seed <= sessions; seed += 1) {
      const tests = [{ name: 'broken', rate: 0, breaks: [id] }, ...stable, ...unreliable(0.1)]
      const { blamed, count, hasBegun } = await blamedBy(tests, seed * 104_729)
      if (hasBegun) begun += 1
      if (blamed.includes(id)) found += 1
      expect(count).toBeLessThan(120)
    }
    expect(begun).toBeGreaterThan(sessions * 0.9)
    expect(found).toBe(begun)
  }, 120_000)

  it('two behaviours that each break a test alone are named separately', async () => {
    const broken = ['records.timestamps=naive', 'records.timestamps=offset'].map((id) => ({
      name: `insists on ${id}`,
      rate: 0,
      breaks: [id],
    }))
    const { blamed } = await blamedBy(broken, 1)
    expect(blamed.toSorted()).toEqual(broken.flatMap(({ breaks }) => breaks))
  })
})

describe('runs at the same time', () => {
  it.each([1, 2, 4])(
    'a test that several options of a choice break is blamed on each of them with %i runs at a time',
    async (jobs) => {
      const breaksOnAny = /^records\.timestamps=/
      const tests = [{ name: 'dates', rate: 0, breaksOnAny }, ...stable]
      const { blamed, setAside } = await blamedBy(tests, 1, undefined, jobs)
      const options = variants.map(({ id }) => id).filter((id) => breaksOnAny.test(id))
      expect(options.length).toBeGreaterThan(1)
      expect([blamed.toSorted(), setAside]).toEqual([options.toSorted(), []])
    },
  )
})

describe('a test that hangs', () => {
  const id = 'records.timestamps=naive'
  const hanging = { name: 'hangs', rate: 0, breaks: [id], hangs: true }

  it('if a test hangs, the tests that have no result because of it are not blamed', async () => {
    const { blamed, tested, setAside } = await blamedBy([hanging, ...stable], 1)
    expect([blamed, tested, setAside]).toEqual([[id], ['hangs'], []])
  })

  it('if a test hangs, a behaviour that breaks another test is still found, although the hang hides its result', async () => {
    const other = 'records.timestamps=offset'
    const broken = { name: 'breaks', rate: 0, breaks: [other] }
    const { blamed, tested, setAside } = await blamedBy([hanging, broken, ...stable], 1)
    expect([blamed.toSorted(), tested.toSorted()]).toEqual([
      [id, other],
      ['breaks', 'hangs'],
    ])
    expect(setAside).toEqual([])
  })

  it('if a test hangs, only a bounded number of the tests without a result are run alone', async () => {
    const many = Array.from({ length: 500 }, (_, index) => ({ name: `t${index}`, rate: 0 }))
    const { tested, count } = await blamedBy([hanging, ...many], 1)
    expect(tested).toEqual(['hangs'])
    expect(count).toBeLessThan(80)
  })
})

describe('the chance of results', () => {
  it.each([
    [{ failedWith: 3, passedWith: 0, failedWithout: 0, passedWithout: 10 }, true],
    [{ failedWith: 3, passedWith: 0, failedWithout: 0, passedWithout: 5 }, false],
    [{ failedWith: 3, passedWith: 0, failedWithout: 4, passedWithout: 10 }, false],
    [{ failedWith: 0, passedWith: 3, failedWithout: 5, passedWithout: 5 }, false],
  ])('the results %o are unlikely by chance only if enough differ', (counts, isSmall) => {
    expect(chanceOf(counts) < 0.001).toBe(isSmall)
  })
})
