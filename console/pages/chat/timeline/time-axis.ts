/** The part of a time axis that is shown, in milliseconds. */
export type TimeSpan = { readonly from: number; readonly to: number }

/** The shortest part of the axis that can be shown, in milliseconds. */
const minSpanMs = 5

/** Moves and resizes a part of the axis, so that it lies between 0 and `end`. */
function limitSpan({ from, to }: TimeSpan, end: number): TimeSpan {
  const length = Math.min(Math.max(to - from, minSpanMs), Math.max(end, minSpanMs))
  const start = Math.min(Math.max(from, 0), Math.max(end, minSpanMs) - length)
  return { from: start, to: start + length }
}

/** Zooms in (a factor above 1) or out. The time at `share` of the width, 0 to 1, does not move. */
export function zoomSpan(span: TimeSpan, factor: number, end: number, share = 0.5): TimeSpan {
  const at = span.from + (span.to - span.from) * share
  const length = Math.max((span.to - span.from) / factor, minSpanMs)
  return limitSpan({ from: at - length * share, to: at + length * (1 - share) }, end)
}

/** Moves the shown part of the axis by a share of its length. */
export function moveSpan({ from, to }: TimeSpan, share: number, end: number): TimeSpan {
  const distance = (to - from) * share
  return limitSpan({ from: from + distance, to: to + distance }, end)
}

/** Returns the part between two positions, given in any order as shares of the shown part. */
export function spanBetween(
  { from, to }: TimeSpan,
  one: number,
  other: number,
  end: number,
): TimeSpan {
  const [first, last] = [one, other].map((share) => from + (to - from) * share)
  const [start = 0, stop = 0] = [first, last].toSorted((a = 0, b = 0) => a - b)
  return limitSpan({ from: Math.max(start, 0), to: Math.min(stop, end) }, end)
}

/** Returns the part of the axis around a break, with some time before and after the break. */
export function spanAround(from: number, to: number, end: number): TimeSpan {
  const margin = Math.max((to - from) * 1.5, 60)
  return limitSpan({ from: from - margin, to: to + margin }, end)
}

/** Returns about `targetCount` times for axis labels, in steps of 1, 2 or 5 times a power of 10. */
export function ticksOf({ from, to }: TimeSpan, targetCount: number): readonly number[] {
  const least = Math.max((to - from) / targetCount, 1)
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= least) ?? least
  const first = Math.ceil(from / step)
  const count = Math.floor(to / step) - first + 1
  return Array.from({ length: Math.max(0, count) }, (_, at) => (first + at) * step)
}

/** Returns the left edge and width of a bar, from 0 to 1; `undefined` if the bar is hidden. */
export function barPosition(
  { from, to }: TimeSpan,
  bar: TimeSpan,
): { readonly left: number; readonly width: number } | undefined {
  if (bar.to < from || bar.from > to) return undefined
  const share = (at: number) => (Math.min(Math.max(at, from), to) - from) / (to - from)
  return { left: share(bar.from), width: share(bar.to) - share(bar.from) }
}

/** Formats milliseconds with a suitable unit, such as `240 ms` or `3.2 s`. */
export const formatTime = (ms: number): string =>
  ms < 1000 ? `${Math.round(ms)} ms` : `${Number((ms / 1000).toFixed(2))} s`
