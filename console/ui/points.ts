export type Point = { readonly x: number; readonly y: number }

/**
 * A pinch: the factor by which the distance of two fingers grew, and the point between them before
 * and after.
 */
export type Pinch = { readonly factor: number; readonly from: Point; readonly to: Point }

/** Returns the distance of two points in pixels. */
export const distance = (one: Point, other: Point) => Math.hypot(other.x - one.x, other.y - one.y)
const midpoint = (one: Point, other: Point): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
})

/** Computes a pinch from the points of two fingers before and after a movement. */
export function pinchOf(before: readonly [Point, Point], after: readonly [Point, Point]): Pinch {
  // The minimum of 1 prevents a division by zero, for fingers that touch each other.
  const factor = Math.max(distance(...after), 1) / Math.max(distance(...before), 1)
  return { factor, from: midpoint(...before), to: midpoint(...after) }
}
