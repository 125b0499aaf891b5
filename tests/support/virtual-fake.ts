import { readFile } from 'node:fs/promises'
import type { Plan } from '../../conformance/session/check.ts'
import type { Target } from '../../conformance/session/test-session.ts'
import type { Report } from '../../conformance/report/report.ts'
import { runConformance } from '../../conformance/runner/runner.ts'
import type { Fixture } from '../../contract/fixture.ts'
import { readProfile } from '../../contract/profile.ts'
import type { Scenario } from '../../contract/scripts/scenario.ts'
import { createFake, type Fake } from '../../mocks/fake.ts'
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts'

const read = async <T>(file: string) => JSON.parse(await readFile(`generated/${file}`, 'utf8')) as T
export const shippedFixture = (name: string) => read<Fixture>(`fixtures/${name}.json`)
const demo = await shippedFixture('demo')
const scenarios = await read<Scenario[]>('scenarios.json')

/** The users of the demo fixture, as options of the conformance suite. */
export const target: Target = {
  baseUrl: 'http://platform.test',
  email: 'demo@example.com',
  password: 'demo-password',
  otherEmail: 'other@example.com',
  otherPassword: 'other-password',
}

/** A new fake in virtual time: turns keep their pauses, and a run takes no real time. */
export function virtualFake(
  picks: object = {},
  fixture: Fixture = demo,
  own: Scenario[] = [],
  /** The answers and operations of the profile. */
  parts: object = {},
) {
  const systemClock = createVirtualClock()
  const fake = createFake({
    fixture,
    scenarios: [...own, ...scenarios],
    systemClock,
    profile: readProfile({ ...parts, picks }),
  })
  return {
    fake,
    systemClock,
    runSuite: (plan: Plan, only: string[] = []) => runSuite(fake, systemClock, plan, only),
  }
}

const usual = new Map<Plan, Promise<Report>>()

/** The report of a plan on a fake without picks; each plan runs only once per process. */
export function usualReport(plan: Plan): Promise<Report> {
  const report = usual.get(plan) ?? virtualFake().runSuite(plan)
  usual.set(plan, report)
  return report
}

const runSuite = (
  fake: Fake,
  systemClock: VirtualClock,
  plan: Plan,
  only: string[],
): Promise<Report> =>
  runConformance({
    target,
    plan,
    only,
    fetch: (request) => fake.fetch(request),
    now: systemClock.now,
    sleep: systemClock.sleep,
    tag: 'test',
  })
