/**
 * Returns a smallest set of items with which a test still fails: none of them can be left out
 * (delta debugging, in the order of QuickXplain). `fails` is not called with all items, since they
 * are known to fail; for one responsible item it is called at most 2·log2(n) + 1 times.
 */
export async function minimize<Item>(
  items: readonly Item[],
  fails: (items: readonly Item[]) => Promise<boolean>,
): Promise<readonly Item[]> {
  /** The smallest part of `left` that fails together with `fixed`. */
  async function search(
    fixed: readonly Item[],
    left: readonly Item[],
    isChanged: boolean,
  ): Promise<readonly Item[]> {
    if (isChanged && (await fails(fixed))) return []
    if (left.length <= 1) return left
    const middle = Math.ceil(left.length / 2)
    const [first, second] = [left.slice(0, middle), left.slice(middle)]
    const late = await search([...fixed, ...first], second, true)
    const early = await search([...fixed, ...late], first, late.length > 0)
    return [...early, ...late]
  }
  return search([], items, false)
}
