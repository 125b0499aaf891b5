/** Returns a random whole number below a bound. */
export type SeededDraw = (below: number) => number

export function shuffled<Item>(items: readonly Item[], draw: SeededDraw): Item[] {
  const left = [...items]
  return items.flatMap(() => left.splice(draw(left.length), 1))
}
