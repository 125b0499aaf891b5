import { conformanceTests } from '../../conformance/runner/vitest.ts'
import { target, virtualFake } from '../virtual-fake.ts'

/** What a team would write; run by a Vitest of its own, since one of its tests has to fail. */
const { fake, systemClock } = virtualFake({ 'lists.default-size': { items: 7 } })

conformanceTests({
  target: { ...target, otherEmail: undefined, otherPassword: undefined },
  plan: 'core',
  only: ['lists.*', 'agents.*', 'conversations.*'],
  fetch: (request) => fake.fetch(request),
  now: systemClock.now,
  sleep: systemClock.sleep,
})
