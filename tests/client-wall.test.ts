import { expect, it } from 'vitest'
import { systemWall } from '../client/wall.ts'

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

it('a sleep of the system ends with its signal, and leaves no timer behind', async () => {
  const before = timers()
  const leaving = new AbortController()
  const asleep = systemWall.sleep(60_000, leaving.signal)
  expect(timers()).toBe(before + 1)
  leaving.abort()
  await asleep
  expect(timers()).toBe(before)
  await systemWall.sleep(60_000, leaving.signal)
  expect(timers()).toBe(before)
})
