import { expect, it } from 'vitest'
import { createFake } from '../../../mocks/fake.ts'
import { steadyClock } from '../../../mocks/world/clock.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { demo } from '../../support/transports.ts'

const day = 24 * 3_600_000

/** A machine clock that can be set. As on every system, its timers are not affected. */
function createMachine() {
  const timers = createManualClock()
  const machine = { offset: Date.UTC(2026, 0, 1) }
  const clock = steadyClock({ ...timers, now: () => timers.now() + machine.offset })
  return { machine, clock, pass: timers.pass }
}

it('the clock of a server continues from its last time when the clock of the machine is set back', () => {
  const { machine, clock, pass } = createMachine()
  const before = clock.now()
  machine.offset -= day
  expect(clock.now()).toBe(before)
  pass(1000)
  expect(clock.now()).toBe(before + 1000)
  machine.offset -= day
  expect(clock.now()).toBe(before + 1000)
  machine.offset += 3 * day
  expect(clock.now()).toBe(before + 1000 + 3 * day)
})

it.each([
  ['back', -day],
  ['forward', day],
])('a turn ends although the clock of the machine is set %s', async (_, jump) => {
  const { machine, clock, pass } = createMachine()
  const fake = createFake({ fixture: demo, systemClock: clock })
  const authorization = `Bearer ${fake.control().about().keys['full']}`
  const headers = { authorization, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: '{"q":"Hello"}' }
  const turn = await fake.fetch(new Request('http://localhost/api/react', init))
  pass(50)
  expect(fake.world().runningTurns.size).toBe(1)
  machine.offset += jump
  pass(60_000)
  expect(await turn.text()).toMatch(/event: done\n/)
  expect(fake.world().runningTurns.size).toBe(0)
})
