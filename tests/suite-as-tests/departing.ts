import { conformanceTests } from '../../conformance/runner/vitest.ts'
import { target, virtualFake } from '../virtual-fake.ts'

/** What a team would write. Runs in a separate Vitest, because one of its tests must fail. */
const { fake, wall } = virtualFake({ 'lists.default-size': { items: 7 } })

conformanceTests({
  target: { ...target, otherEmail: undefined, otherPassword: undefined },
  plan: 'core',
  only: ['lists.*', 'agents.*', 'conversations.*'],
  fetch: (request) => fake.fetch(request),
  now: wall.now,
  sleep: wall.sleep,
})
