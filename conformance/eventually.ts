import type { Exchange } from './exchange.ts'
import type { Lab } from './lab.ts'

/**
 * Asks again until the reply is settled or the patience (ms, the lab's grace) is over, for effects
 * that may lag behind their cause (caches, batched counters). Returns the last reply and the delay.
 */
export async function eventually(
  lab: Lab,
  ask: () => Promise<Exchange>,
  settled: (exchange: Exchange) => boolean,
  patience: number = lab.grace,
): Promise<{ readonly exchange: Exchange; readonly settled: boolean; readonly delay: number }> {
  const start = lab.now()
  for (let pause = 25; ; pause = Math.min(pause * 2, 1000)) {
    const exchange = await ask()
    const delay = lab.now() - start
    if (settled(exchange)) return { exchange, settled: true, delay }
    if (delay + pause > patience) return { exchange, settled: false, delay }
    await lab.sleep(pause)
  }
}
