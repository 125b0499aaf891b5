import type { Steered } from '../../control/steered.ts'

/** The time of a world by what the page last learnt of it, at a moment of the page; ISO 8601, UTC. */
export function momentNow({ time, learnt }: Steered, at: number): string {
  const passed = time.frozen ? 0 : (at - learnt) * time.scale
  return new Date(Date.parse(time.now) + passed).toISOString()
}
