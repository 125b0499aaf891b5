/** Gives whole numbers below a bound. */
export type SeededDraw = (below: number) => number

/** The same items in an order that is drawn. */
export function shuffled<Item>(items: readonly Item[], draw: SeededDraw): Item[] {
  const left = [...items]
  return items.flatMap(() => left.splice(draw(left.length), 1))
}
