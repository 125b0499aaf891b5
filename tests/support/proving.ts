import { createHash } from 'node:crypto'
import { seeded } from './seeded.ts'

/** Whether complete tests run (`npm run prove`), or only samples (`npm test`). */
export const isProving = process.env['UNDERSTUDY_PROVE'] === 'all'

/**
 * The seed of random samples in `npm test`: the day in UTC, such as 20261123, so that a failure is
 * repeated on the same day. `UNDERSTUDY_SEED` sets another seed.
 */
export const sampleSeed = Number(
  process.env['UNDERSTUDY_SEED'] ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''),
)

/**
 * Draws cases, different ones each day, unless all cases run. Test names show the drawn cases.
 * `subject` makes lists of the same length draw different positions.
 */
export function drawn<Case>(cases: readonly Case[], count: number, subject = ''): readonly Case[] {
  if (isProving) return cases
  // Hashed, because the first draws of consecutive days would be similar.
  const digest = createHash('sha256').update(`${sampleSeed} ${subject}`).digest()
  const draw = seeded(digest.readUInt32LE())
  const left = [...cases]
  return Array.from({ length: Math.min(count, cases.length) }, () =>
    left.splice(draw(left.length), 1),
  ).flat()
}
