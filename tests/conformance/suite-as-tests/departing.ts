import { conformanceTests } from '../../../conformance/runner/vitest.ts'
import { target, virtualFake } from '../../support/virtual-fake.ts'

/** Typical tests of a team. They run in a separate Vitest, because one of them must fail. */
const { fake, systemClock } = virtualFake({ 'lists.default-size': { items: 7 } })

conformanceTests({
  target: { ...target, otherEmail: undefined, otherPassword: undefined },
  plan: 'core',
  only: ['lists.*', 'agents.*', 'conversations.*'],
  fetch: (request) => fake.fetch(request),
  now: systemClock.now,
  sleep: systemClock.sleep,
})
