import { randomInt } from 'node:crypto'
import { seeded } from './seeded.ts'

/** Whether tests run whole (`npm run prove`) or with their samples (`npm test`). */
export const isProving = process.env['UNDERSTUDY_PROVE'] === 'all'

/** Draws cases, others in each run, unless all run. The names of tests show which were drawn. */
export function drawn<Case>(cases: readonly Case[], count: number): readonly Case[] {
  if (isProving) return cases
  const draw = seeded(Number(process.env['UNDERSTUDY_SEED'] ?? randomInt(2 ** 31 - 1)))
  const left = [...cases]
  return Array.from({ length: Math.min(count, cases.length) }, () =>
    left.splice(draw(left.length), 1),
  ).flat()
}
