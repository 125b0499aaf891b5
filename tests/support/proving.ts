import { createHash } from 'node:crypto'
import { seeded } from './seeded.ts'

/** Whether tests run whole (`npm run prove`) or with their samples (`npm test`). */
export const isProving = process.env['UNDERSTUDY_PROVE'] === 'all'

/**
 * The seed of what `npm test` draws: the day in UTC, such as 20261123, so that a failure shows again
 * on the same day. `UNDERSTUDY_SEED` sets another.
 */
export const sampleSeed = Number(
  process.env['UNDERSTUDY_SEED'] ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''),
)

/**
 * Draws cases, others on each day, unless all run. The names of tests show which were drawn. `subject`
 * tells apart lists of the same length, which otherwise draw the same places.
 */
export function drawn<Case>(cases: readonly Case[], count: number, subject = ''): readonly Case[] {
  if (isProving) return cases
  // Hashed, because the first draws of two days in a row would hardly differ.
  const digest = createHash('sha256').update(`${sampleSeed} ${subject}`).digest()
  const draw = seeded(digest.readUInt32LE())
  const left = [...cases]
  return Array.from({ length: Math.min(count, cases.length) }, () =>
    left.splice(draw(left.length), 1),
  ).flat()
}
