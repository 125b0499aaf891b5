import { expect, it } from 'vitest'
import { createAlarmClock } from '../../../mocks/adapters/workers/alarm-clock.ts'
import { createClock } from '../../../mocks/world/clock.ts'
import { createManualClock } from '../../support/manual-clock.ts'

it('an alarm clock runs its timers while it is awake, and returns the time of the earliest when it sleeps', () => {
  const machine = createManualClock(1000)
  const clock = createAlarmClock(machine)
  const ran: string[] = []
  clock.after(300, () => ran.push('c'))
  clock.wake()
  clock.after(100, () => ran.push('a'))
  const cancel = clock.after(200, () => ran.push('b'))
  cancel()
  machine.pass(100)
  expect(ran).toEqual(['a'])
  expect(clock.sleep()).toBe(1300)
  expect(machine.waiting).toBe(0)
  machine.pass(1000)
  expect(ran).toEqual(['a'])
  clock.wake()
  expect(ran).toEqual(['a', 'c'])
  expect(clock.sleep()).toBeUndefined()
})

it('an alarm clock that wakes late runs all overdue timers once, in order, before it returns', () => {
  const machine = createManualClock()
  const clock = createAlarmClock(machine)
  const ran: string[] = []
  clock.after(20, () => ran.push('second'))
  clock.after(10, () => {
    ran.push('first')
    clock.after(0, () => ran.push('third'))
  })
  clock.after(1000, () => ran.push('later'))
  machine.pass(500)
  clock.wake()
  clock.wake()
  expect(ran).toEqual(['first', 'second', 'third'])
  machine.pass(500)
  expect(ran).toEqual(['first', 'second', 'third', 'later'])
})

it('if the clock of the machine jumps back, an alarm clock runs nothing early, and nothing twice', () => {
  let now = 10_000
  const machine = createManualClock()
  const clock = createAlarmClock({ ...machine, now: () => now })
  const world = createClock(clock)
  let runs = 0
  world.at(world.now() + 1000, () => runs++)
  now = 5000
  clock.wake()
  expect(runs).toBe(0)
  expect(clock.sleep()).toBe(11_000)
  now = 60_000
  clock.wake()
  clock.sleep()
  clock.wake()
  expect(runs).toBe(1)
})

it('an alarm clock has no alarm for a frozen world', () => {
  const clock = createAlarmClock(createManualClock())
  const world = createClock(clock)
  world.at(1000, () => undefined)
  expect(clock.sleep()).toBe(1000)
  world.freeze()
  expect(clock.sleep()).toBeUndefined()
  world.resume(10)
  expect(clock.sleep()).toBe(100)
})
