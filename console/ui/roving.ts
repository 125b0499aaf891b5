import { useLayoutEffect, useRef } from 'preact/hooks'

/** Returns the table row of an element. An element outside a table is a row by itself. */
const rowOf = (item: Element): Element => item.closest('tr') ?? item

/** Returns the element that a key moves to; `undefined` for other keys and at the ends. */
function nextItem<Item extends Element>(
  items: readonly Item[],
  at: number,
  key: string,
): Item | undefined {
  const row = items[at] && rowOf(items[at])
  const isElsewhere = (item: Item) => rowOf(item) !== row
  if (key === 'ArrowRight') return items[at + 1]
  if (key === 'ArrowLeft') return items[at - 1]
  if (key === 'ArrowDown') return items.slice(at).find(isElsewhere)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  if (key !== 'ArrowUp') return undefined
  const above = items.slice(0, at).findLast(isElsewhere)
  return above && items.find((item) => rowOf(item) === rowOf(above))
}

/**
 * Makes the elements of a long list or table one stop of the Tab key. Arrow keys, Home and End move
 * between the elements. Spread the result on the element that contains them.
 *
 * @param selector selects the elements of the list, such as `summary`
 */
export function useRovingTabStop<Root extends HTMLElement>(selector: string) {
  const ref = useRef<Root>(null)
  const current = useRef<Element>(null)
  const itemsIn = () => [...(ref.current?.querySelectorAll<HTMLElement>(selector) ?? [])]

  function setTabStop(item: Element | undefined): void {
    current.current = item ?? null
    for (const each of itemsIn()) each.tabIndex = each === item ? 0 : -1
  }
  // Runs after every render, because every render can add and remove elements.
  useLayoutEffect(() => {
    const items = itemsIn()
    setTabStop(items.find((item) => item === current.current) ?? items[0])
  })
  return {
    ref,
    onFocusIn({ target }: FocusEvent): void {
      if (target instanceof Element && target.matches(selector)) setTabStop(target)
    },
    onKeyDown(event: KeyboardEvent): void {
      const { key, target, ctrlKey, metaKey, altKey } = event
      const items = itemsIn()
      const at = items.findIndex((item) => item === target)
      if (at === -1 || ctrlKey || metaKey || altKey) return
      const next = nextItem(items, at, key)
      if (next === undefined) return
      event.preventDefault()
      next.focus()
    },
  }
}
