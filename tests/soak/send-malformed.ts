import { rawCases } from '../whole/bad-input/raw-cases.ts'
import { dial } from '../whole/bad-input/raw-client.ts'
import type { Actor } from './load.ts'

// Malformed requests, except the largest (they take most of the time) and requests that create a
// world.
const all = Object.values(rawCases)
  .flat()
  .filter(({ sent }) => sent.length < 1024 * 1024 && !sent.includes('/w/'))

/** Sends malformed requests, complete or cut off, and disconnects at random moments. */
export const sendMalformed: Actor = async (load, _, draw) => {
  const port = Number(new URL(load.url).port)
  while (load.isRunning()) {
    const sent = Buffer.from(all[draw(all.length)]?.sent ?? '')
    const socket = await dial(port)
    const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
    const hangUp = () => (draw(2) === 0 ? socket.resetAndDestroy() : socket.destroy())
    socket.once('data', hangUp)
    socket.write(sent.subarray(0, draw(3) === 0 ? draw(sent.length) : sent.length), () => {
      if (draw(3) === 0) hangUp()
      else socket.end()
    })
    await closed
    load.tally.malformed++
  }
}
