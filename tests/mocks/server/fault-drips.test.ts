import { toFrame } from '../../../contract/sse.ts'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createClock } from '../../../mocks/world/clock.ts'
import { damageStream } from '../../../traffic/faults/damage-response.ts'
import { createManualClock } from '../../support/manual-clock.ts'

/** A stream that sends a byte each 100 ms. A test adds what there is to send, and moves the clock. */
function drip(first: string) {
  const systemClock = createManualClock()
  const clock = createClock(systemClock)
  const texts = [first]
  let wake: (() => void) | undefined
  const source = {
    async pull() {
      while (texts.length === 0) await new Promise<void>((resolve) => (wake = resolve))
      return [toFrame(texts.shift() ?? '')]
    },
    cancel: () => undefined,
  }
  const stream = damageStream(source, [{ drip: { bytes: 1, every: 100 } }], clock)
  let received = ''
  return {
    clock,
    pass: systemClock.pass,
    add(text: string) {
      texts.push(text)
      wake?.()
    },
    async read(bytes = Infinity) {
      for (let left = bytes; left > 0; left--)
        received += new TextDecoder().decode((await stream.pull()) as Uint8Array)
    },
    /** All that has arrived until now. */
    async received() {
      await setImmediate()
      return received
    },
  }
}

test('a slow stream sends all bytes that are due when the clock is advanced', async () => {
  const { clock, read, received } = drip('abcdefghijklmnopqrstuvwxyz')
  clock.freeze()
  void read()
  expect(await received()).toBe('a')
  clock.advance(100)
  expect(await received()).toBe('ab')
  clock.advance(1050)
  expect(await received()).toBe('abcdefghijkl')
  clock.advance(50)
  expect(await received()).toBe('abcdefghijklm')
  clock.advance(10_000)
  expect(await received()).toBe('abcdefghijklmnopqrstuvwxyz')
})

test('a reader that stops and reads again gets all bytes that a slow stream has sent meanwhile', async () => {
  const { pass, read, received } = drip('abcdefgh')
  await read(1)
  pass(350)
  void read()
  expect(await received()).toBe('abcd')
  pass(50)
  expect(await received()).toBe('abcde')
})

test('a slow stream is still slow after a pause without anything to send', async () => {
  const { pass, add, read, received } = drip('ab')
  void read()
  expect(await received()).toBe('a')
  pass(100)
  expect(await received()).toBe('ab')
  pass(5000)
  add('cde')
  expect(await received()).toBe('abc')
  pass(100)
  expect(await received()).toBe('abcd')
})
