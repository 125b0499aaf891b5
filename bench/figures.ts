import { median, ratiosTo, spreadOf } from './statistics.ts'

/** A number with three digits that mean something. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? '–' : '∞'
  if (value === 0) return '0'
  const digits = Math.min(6, Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value)))))
  return value.toLocaleString('en', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
}

/** The median with the least and the most: `12.3 (11.9–14.0)`. */
export function spreadText(values: readonly number[]): string {
  const { median: middle, least, most } = spreadOf(values)
  if (values.length < 2 || least === most) return figure(middle)
  return `${figure(middle)} (${figure(least)}–${figure(most)})`
}

/** The ratios to another's rounds: `0.75 (0.70–0.81)`. */
export const ratioText = (values: readonly number[], base: readonly number[]): string =>
  spreadText(ratiosTo(values, base))

/** The median of the ratios to another's rounds. */
export const ratioOf = (values: readonly number[], base: readonly number[]): number =>
  median(ratiosTo(values, base))
