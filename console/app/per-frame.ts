import { batch, effect, type ReadonlySignal, signal } from '@preact/signals'

/** A hidden page gets no frames. It is updated after this many milliseconds instead. */
const hiddenPageDelayMs = 250

/**
 * The two parts of the page that are updated separately. If both parts have updates, the frames
 * update them alternately, because both updates in one frame would take twice as long.
 */
type FrameGroup = 'chat' | 'timeline'

const dueUpdates: Record<FrameGroup, Set<() => void>> = { chat: new Set(), timeline: new Set() }
let lastGroup: FrameGroup = 'timeline'
let requestedFrame: { readonly frame: number; readonly timer: number } | undefined

/** Runs the waiting updates of a group in one batch, so that they cause one render. */
function runDueUpdates(): void {
  if (requestedFrame !== undefined) {
    cancelAnimationFrame(requestedFrame.frame)
    clearTimeout(requestedFrame.timer)
    requestedFrame = undefined
  }
  const other = lastGroup === 'chat' ? 'timeline' : 'chat'
  const group = dueUpdates[other].size > 0 ? other : lastGroup
  lastGroup = group
  const updates = [...dueUpdates[group]]
  dueUpdates[group].clear()
  batch(() => {
    for (const update of updates) update()
  })
  if (dueUpdates.chat.size + dueUpdates.timeline.size > 0) requestFrame()
}

function requestFrame(): void {
  requestedFrame ??= {
    frame: requestAnimationFrame(runDueUpdates),
    timer: window.setTimeout(runDueUpdates, hiddenPageDelayMs),
  }
}

/** Runs an update in the next frame of the browser that is available for its group. */
export function inNextFrame(update: () => void, group: FrameGroup): void {
  dueUpdates[group].add(update)
  requestFrame()
}

/**
 * The milliseconds that a part rests between two updates from a stream. Each update costs style,
 * layout and paint, and users do not notice more frequent updates: an answer with a word every 20
 * ms takes 14 s of CPU in 43 s if it is drawn in each frame, and 3 s with these rests.
 */
const restMs: Readonly<Record<FrameGroup, number>> = { chat: 150, timeline: 1000 }

type Follower = {
  readonly waiting: Set<() => void>
  restsUntil: number
  timer?: number | undefined
}

const followers: Readonly<Record<FrameGroup, Follower>> = {
  chat: { waiting: new Set(), restsUntil: 0 },
  timeline: { waiting: new Set(), restsUntil: 0 },
}

/** Runs an update together with all waiting updates of its group, once the group has rested. */
function afterRest(update: () => void, group: FrameGroup): void {
  const follower = followers[group]
  follower.waiting.add(update)
  follower.timer ??= window.setTimeout(
    () => {
      follower.timer = undefined
      follower.restsUntil = performance.now() + restMs[group]
      for (const one of follower.waiting) inNextFrame(one, group)
      follower.waiting.clear()
    },
    Math.max(0, follower.restsUntil - performance.now()),
  )
}

/**
 * Returns a signal that follows `source`, but changes at most once in each frame of the browser,
 * and only a few times a second: events of a stream can arrive faster than the page is drawn and
 * read. A value for which `isLast` returns true is shown in the next frame.
 */
export function perFrame<Value>(
  source: ReadonlySignal<Value>,
  group: FrameGroup,
  isLast: (value: Value) => boolean,
): ReadonlySignal<Value> {
  const frameValue = signal(source.peek())
  const update = () => {
    frameValue.value = source.peek()
  }
  effect(() => {
    if (source.value === frameValue.peek()) return
    if (isLast(source.value)) inNextFrame(update, group)
    else afterRest(update, group)
  })
  return frameValue
}

/** The milliseconds that scripts may run before the page is drawn. */
const maxScriptMs = 16
let taskStartedAt = 0
let lastCheckedAt = 0

/**
 * Whether the reader of a stream, which calls this after each event, has run for so long that the
 * browser should draw the page first. After a pause between two events it has drawn the page. A timer
 * that ends with the task would cost more than reading the event.
 */
export function isFrameTimeUsedUp(): boolean {
  const now = performance.now()
  if (now - lastCheckedAt > maxScriptMs) taskStartedAt = now
  lastCheckedAt = now
  return now - taskStartedAt > maxScriptMs
}

/** Resolves in a new task, so that the browser can draw the page first. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) =>
    setTimeout(() => {
      taskStartedAt = performance.now()
      resolve()
    }),
  )

const elementsToScroll = new Set<HTMLElement>()

/**
 * Scrolls an element to its end after the current update is rendered. All elements are measured
 * before the first one scrolls, so that the browser computes the layout only once.
 */
export function scrollToEnd(element: HTMLElement): void {
  if (elementsToScroll.size === 0) queueMicrotask(scrollElementsToEnd)
  elementsToScroll.add(element)
}

/** Cancels a call of `scrollToEnd` whose scrolling has not happened yet. */
export const cancelScrollToEnd = (element: HTMLElement): unknown => elementsToScroll.delete(element)

function scrollElementsToEnd(): void {
  const heights = [...elementsToScroll].map((element) => [element, element.scrollHeight] as const)
  elementsToScroll.clear()
  for (const [element, height] of heights) element.scrollTop = height
}
