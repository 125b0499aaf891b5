import { batch, effect, type ReadonlySignal, signal } from '@preact/signals'

/** A hidden page gets no frames. It is updated after this many milliseconds instead. */
const hiddenInterval = 250

/**
 * The parts of the page that are updated together. If both are due, they take turns, because
 * updating both in one frame would take twice as long.
 */
type FrameGroup = 'chat' | 'timeline'

const due: Record<FrameGroup, Set<() => void>> = { chat: new Set(), timeline: new Set() }
let previous: FrameGroup = 'timeline'
let ownFrame: { readonly frame: number; readonly timer: number } | undefined

/** Runs the waiting updates of a group in one batch, so that they cause one render. */
function runDue(): void {
  if (ownFrame !== undefined) {
    cancelAnimationFrame(ownFrame.frame)
    clearTimeout(ownFrame.timer)
    ownFrame = undefined
  }
  const other = previous === 'chat' ? 'timeline' : 'chat'
  const group = due[other].size > 0 ? other : previous
  previous = group
  const updates = [...due[group]]
  due[group].clear()
  batch(() => {
    for (const update of updates) update()
  })
  if (due.chat.size + due.timeline.size > 0) requestOwnFrame()
}

function requestOwnFrame(): void {
  ownFrame ??= {
    frame: requestAnimationFrame(runDue),
    timer: window.setTimeout(runDue, hiddenInterval),
  }
}

/** Runs an update in the next frame of the browser in which its group has its turn. */
export function inNextFrame(update: () => void, group: FrameGroup): void {
  due[group].add(update)
  requestOwnFrame()
}

/**
 * Returns a signal that follows `source`, but changes at most once in each frame of the browser.
 * Events of a stream can arrive faster than the page is drawn.
 */
export function perFrame<Value>(
  source: ReadonlySignal<Value>,
  group: FrameGroup,
): ReadonlySignal<Value> {
  const frameValue = signal(source.peek())
  const update = () => {
    frameValue.value = source.peek()
  }
  effect(() => {
    if (source.value !== frameValue.peek()) inNextFrame(update, group)
  })
  return frameValue
}

/** The milliseconds that scripts may run before the page is drawn. */
const frameShare = 16
let taskBegan = 0

/** Whether scripts have run for so long that the browser should draw the page first. */
export function isFrameOver(): boolean {
  const now = performance.now()
  if (taskBegan === 0) {
    taskBegan = now
    setTimeout(() => (taskBegan = 0))
  }
  return now - taskBegan > frameShare
}

/** Resolves in a new task, so that the browser can draw the page first. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

const unscrolled = new Set<HTMLElement>()

/**
 * Scrolls an element to its end after the current update is rendered. All elements are measured
 * before the first one scrolls, so that the browser computes the layout only once.
 */
export function scrollToEnd(element: HTMLElement): void {
  if (unscrolled.size === 0) queueMicrotask(scrollAll)
  unscrolled.add(element)
}

/** Cancels a call of `scrollToEnd` whose scrolling has not happened yet. */
export const keepScrolled = (element: HTMLElement): unknown => unscrolled.delete(element)

function scrollAll(): void {
  const heights = [...unscrolled].map((element) => [element, element.scrollHeight] as const)
  unscrolled.clear()
  for (const [element, height] of heights) element.scrollTop = height
}
