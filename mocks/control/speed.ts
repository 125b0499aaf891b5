import * as z from 'zod/mini'
import { timeFactor } from '../../contract/duration.ts'

/** How fast streams are told: what divides their pauses, or `max` for none. */
export type Speed = number | 'max'

const unbounded = z.pipe(
  z.custom<number>((given) => given === Number.POSITIVE_INFINITY),
  z.transform(() => 'max' as const),
)

/** Reads a speed. */
export const speed = z.union([timeFactor, z.literal('max'), unbounded])

export const toSpeed = (factor: number): Speed => (Number.isFinite(factor) ? factor : 'max')
export const toFactor = (given: Speed) => (given === 'max' ? Number.POSITIVE_INFINITY : given)
