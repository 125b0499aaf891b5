import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  type VirtualItem,
  Virtualizer,
} from '@tanstack/virtual-core'
import type { ComponentChildren, RefObject } from 'preact'
import { useLayoutEffect, useReducer, useRef, useState } from 'preact/hooks'

/** Lists of up to this many rows are rendered completely. */
const maxFullyRenderedRows = 150

type LongListProps<Row> = {
  readonly rows: readonly Row[]
  /** The element that scrolls the list. */
  readonly scrollParent: RefObject<HTMLElement | null>
  /** The usual height of a row in pixels. The real height is measured once a row is shown. */
  readonly rowHeight: number
  readonly keyOf: (row: Row) => string | number
  readonly render: (row: Row) => ComponentChildren
  /** The row to scroll to. It gets the class `is-revealed`. A new object scrolls to it again. */
  readonly reveal?: { readonly key: string | number } | undefined
  /** Whether the list is scrolled to its end after it has grown. */
  readonly isFollowing?: RefObject<boolean>
}

/** Renders only the visible rows and some rows around them. A short list is rendered completely. */
export function LongList<Row>(props: LongListProps<Row>) {
  const { rows, keyOf, render, reveal, scrollParent } = props
  const isShort = rows.length <= maxFullyRenderedRows
  const revealedRow = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    // Scrolls only the list, because the page around it must not move.
    const [row, list] = [revealedRow.current, scrollParent.current]
    if (row === null || list === null) return
    const distance = row.getBoundingClientRect().top - list.getBoundingClientRect().top
    list.scrollTop += distance - list.clientHeight / 2
  }, [reveal])
  if (!isShort) return <VisibleRows {...props} />
  return (
    <div style={{ flex: 'none' }}>
      {rows.map((row) => (
        <div
          key={keyOf(row)}
          ref={keyOf(row) === reveal?.key ? revealedRow : null}
          class={keyOf(row) === reveal?.key ? 'is-revealed' : undefined}
        >
          {render(row)}
        </div>
      ))}
    </div>
  )
}

function VisibleRows<Row>(props: LongListProps<Row>) {
  const { rows, scrollParent, rowHeight, keyOf, render, reveal, isFollowing } = props
  const [, update] = useReducer((count: number) => count + 1, 0)
  const drawnItems = useRef<readonly VirtualItem[]>([])
  const lastSize = useRef(0)
  const options = {
    count: rows.length,
    getScrollElement: () => scrollParent.current,
    estimateSize: () => rowHeight,
    getItemKey: (index: number) => {
      const row = rows[index]
      return row === undefined ? index : keyOf(row)
    },
    overscan: 10,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    // The browser reports heights after its layout. Measuring here would force a second layout.
    measureElement: (_: HTMLElement, seen: ResizeObserverEntry | undefined) =>
      seen?.borderBoxSize[0]?.blockSize ?? rowHeight,
    // The virtualizer also reports the start and the end of scrolling, which do not change the
    // rows.
    onChange: (changed: Virtualizer<HTMLElement, HTMLElement>) => {
      if (changed.getVirtualItems() !== drawnItems.current) update(undefined)
    },
  }
  const [list] = useState(() => new Virtualizer<HTMLElement, HTMLElement>(options))
  list.setOptions(options)
  // Adjusting the scroll position would force a layout, and nearly all rows have `rowHeight`
  // anyway.
  list.shouldAdjustScrollPositionOnItemSizeChange = () => false
  useLayoutEffect(() => list['_didMount'](), [])
  useLayoutEffect(() => list['_willUpdate']())
  useLayoutEffect(() => {
    const index = reveal === undefined ? -1 : rows.findIndex((row) => keyOf(row) === reveal.key)
    if (index >= 0) list.scrollToIndex(index, { align: 'center' })
  }, [reveal])
  // A list that follows its end renders the rows at its new end at once, not after the scrolling.
  const size = list.getTotalSize()
  if (isFollowing?.current === true && list.scrollOffset !== null)
    list.scrollOffset += size - lastSize.current
  lastSize.current = size
  const visible = list.getVirtualItems()
  drawnItems.current = visible
  return (
    <div style={{ height: `${size}px`, flex: 'none' }}>
      <div style={{ transform: `translateY(${visible[0]?.start ?? 0}px)` }}>
        {visible.map(({ index, key }) => {
          const row = rows[index]
          return (
            <div
              key={key}
              data-index={index}
              ref={list.measureElement}
              class={key === reveal?.key ? 'is-revealed' : undefined}
            >
              {row !== undefined && render(row)}
            </div>
          )
        })}
      </div>
    </div>
  )
}
