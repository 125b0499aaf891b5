import { readFile } from 'node:fs/promises'
import type { Plan } from '../conformance/session/check.ts'
import type { Target } from '../conformance/session/test-session.ts'
import type { Report } from '../conformance/report/report.ts'
import { runConformance } from '../conformance/runner/runner.ts'
import type { Fixture } from '../contract/fixture.ts'
import { readProfile } from '../contract/profile.ts'
import type { Scenario } from '../contract/scripts/scenario.ts'
import { createFake, type Fake } from '../mocks/fake.ts'
import { createVirtualWall, type VirtualWall } from './virtual-wall.ts'

const read = async <T>(file: string) => JSON.parse(await readFile(`generated/${file}`, 'utf8')) as T
/** A generated fixture. */
export const shippedFixture = (name: string) => read<Fixture>(`fixtures/${name}.json`)
const demo = await shippedFixture('demo')
const scenarios = await read<Scenario[]>('scenarios.json')

/** The users of the demo fixture, as credentials of the suite. */
export const target: Target = {
  baseUrl: 'http://platform.test',
  email: 'demo@example.com',
  password: 'demo-password',
  otherEmail: 'other@example.com',
  otherPassword: 'other-password',
}

/** A new fake in virtual time, so that turns have their duration but a run takes no time. */
export function virtualFake(picks: object = {}, fixture: Fixture = demo) {
  const wall = createVirtualWall()
  const fake = createFake({
    fixture,
    scenarios,
    systemClock: wall,
    profile: readProfile({ picks }),
  })
  return {
    fake,
    wall,
    runSuite: (plan: Plan, only: string[] = []) => runSuite(fake, wall, plan, only),
  }
}

const runSuite = (fake: Fake, wall: VirtualWall, plan: Plan, only: string[]): Promise<Report> =>
  runConformance({
    target,
    plan,
    only,
    fetch: (request) => fake.fetch(request),
    now: wall.now,
    sleep: wall.sleep,
    tag: 'test',
  })
