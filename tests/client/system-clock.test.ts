import { expect, it } from 'vitest'
import { systemClock } from '../../client/system-clock.ts'

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

it('a sleep of the system clock ends when its signal is aborted, and leaves no timer', async () => {
  const before = timers()
  const leaving = new AbortController()
  const asleep = systemClock.sleep(60_000, leaving.signal)
  expect(timers()).toBe(before + 1)
  leaving.abort()
  await asleep
  expect(timers()).toBe(before)
  await systemClock.sleep(60_000, leaving.signal)
  expect(timers()).toBe(before)
})
