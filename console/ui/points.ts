export type Point = { readonly x: number; readonly y: number }

/** A pinch of two fingers: the factor by which their distance grew, and their middle before and after. */
export type Pinch = { readonly factor: number; readonly from: Point; readonly to: Point }

/** The distance of two points in pixels. */
export const distance = (one: Point, other: Point) => Math.hypot(other.x - one.x, other.y - one.y)
const middle = (one: Point, other: Point): Point => ({
  x: (one.x + other.x) / 2,
  y: (one.y + other.y) / 2,
})

/** Computes the pinch of two fingers between two moments. */
export function pinchOf(before: readonly [Point, Point], after: readonly [Point, Point]): Pinch {
  // Fingers that touch each other have no distance.
  const factor = Math.max(distance(...after), 1) / Math.max(distance(...before), 1)
  return { factor, from: middle(...before), to: middle(...after) }
}
