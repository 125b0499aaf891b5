import { ownLimits } from '../../contract/limits.ts'
import { toIsoTime } from './dates.ts'

/** Machine time and timers, passed in so that a test can own them. Milliseconds. */
export type SystemClock = {
  now(): number
  /** Runs once after `ms`; the returned function calls it off. */
  after(ms: number, run: () => void): () => void
  /**
   * How many tasks of a clock may run before everything else has its turn, where the first of them
   * is late by so many milliseconds; all unless given.
   */
  maxTasksPerTick?(late: number): number
}

/** Browsers have none; there what is late runs in one go. */
const hasImmediates = 'setImmediate' in globalThis

/** The machine's own clock and timers. */
export const systemClock: SystemClock = {
  now: () => Date.now(),
  after(ms, run) {
    if (ms <= 0 && hasImmediates) {
      const immediate = setImmediate(run)
      return () => clearImmediate(immediate)
    }
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  // Node takes up one connection each time that it comes round: behind many events at once a crowd
  // of callers would wait, while what is late can be sent together, the more of it the later.
  ...(hasImmediates && { maxTasksPerTick: (late: number) => (late < 500 ? 4 : 1) }),
}

/** A world's time: what token expiry, timestamps and the beats of streams follow. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** The moment in canonical form: ISO 8601, UTC, milliseconds. */
  iso(): string
  /** Runs when the world's time reaches `due`; the returned function calls it off. */
  at(due: number, run: () => void): () => void
  /** Stops time, at `moment` if given; what falls due until then happens. */
  freeze(moment?: number): void
  /** Lets time go on, `scale` seconds of the world to one of the machine. */
  resume(scale?: number): void
  /** Moves time by `ms`; whatever falls due on the way runs at its own moment, in order. */
  advance(ms: number): void
  /** Moves time to the next moment at which something falls due; false where nothing does. */
  step(): boolean
  /** Settles once `ms` of the world have passed, or the clock was stopped. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** How time goes at this moment. */
  readonly state: ClockState
  /** Calls off everything that is due; whoever waits goes on. */
  stop(): void
}

/** How a world's time goes: from a moment of the machine and of the world, at a scale or frozen. */
export type ClockState = {
  readonly wall: number
  readonly world: number
  readonly scale: number
  readonly frozen: boolean
}

/** What a clock is made with, besides machine time. */
export type ClockOptions = {
  /** Told of what tasks throw. */
  readonly onCrash?: ((error: unknown) => void) | undefined
  /** How time goes at first; as that of the machine unless given. */
  readonly time?: ClockState | undefined
  /** Told how time goes whenever that changes by more than its passing. */
  readonly onChange?: ((time: ClockState) => void) | undefined
  /** Called when tasks have run. */
  readonly afterTasks?: (() => void) | undefined
}

type Task = { readonly due: number; readonly order: number; run: (() => void) | undefined }

/** The longest delay that timers take; a later task is looked at again then. */
const longestTimer = 2 ** 31 - 1

const { worldTime } = ownLimits
/** Where time would go beyond what a timestamp can tell, it stays. */
const bounded = (moment: number) => Math.min(Math.max(moment, worldTime.first), worldTime.last)

function rethrow(error: unknown): never {
  throw error
}

/** A clock over machine time: one timer serves the earliest of all tasks; what they throw is told. */
export function createClock(wall: SystemClock, options: ClockOptions = {}): Clock {
  const { onCrash = rethrow, onChange, afterTasks } = options
  const begins = options.time ?? { wall: wall.now(), world: wall.now(), scale: 1, frozen: false }
  let origin = { wall: begins.wall, world: begins.world }
  let { scale, frozen } = begins
  let moving = false
  let stopped = false
  let count = 0
  let disarm: (() => void) | undefined
  const tasks: Task[] = []
  const waiting = new Set<() => void>()

  const passed = () => (frozen ? 0 : (wall.now() - origin.wall) * scale)
  const now = () => bounded(origin.world + passed())
  const set = (world: number) => (origin = { wall: wall.now(), world: bounded(world) })
  const time = (): ClockState => ({ ...origin, scale, frozen })

  function runDue(until: number, most = Number.POSITIVE_INFINITY): void {
    for (let left = most; left > 0; left--) {
      const [task] = tasks
      if (task === undefined || task.due > until) break
      popTask(tasks)
      if (frozen && task.due > origin.world) set(task.due)
      try {
        task.run?.()
      } catch (error) {
        onCrash(error)
      }
    }
    afterTasks?.()
  }

  /** Forgets tasks that were called off, and gives the one that falls due first. */
  function earliest(): Task | undefined {
    while (tasks[0] !== undefined && tasks[0].run === undefined) popTask(tasks)
    return tasks[0]
  }

  function arm(): void {
    disarm?.()
    disarm = undefined
    const next = earliest()
    if (frozen || moving || stopped || next === undefined || next.due > worldTime.last) return
    const wait = Math.max(0, Math.ceil((next.due - now()) / scale))
    disarm = wall.after(Math.min(wait, longestTimer), () => {
      runDue(now(), wall.maxTasksPerTick?.((now() - next.due) / scale))
      arm()
    })
  }

  function at(due: number, run: () => void): () => void {
    const task: Task = { due, order: count++, run }
    pushTask(tasks, task)
    if (tasks[0] === task) arm()
    return () => (task.run = undefined)
  }

  function advance(ms: number): void {
    const target = bounded(now() + ms)
    const wasFrozen = frozen
    frozen = moving = true
    runDue(target)
    set(target)
    frozen = wasFrozen
    moving = false
    arm()
    onChange?.(time())
  }

  return {
    now,
    iso: () => toIsoTime(now()),
    at,
    freeze(moment = now()) {
      if (moment > now()) advance(moment - now())
      set(moment)
      frozen = true
      arm()
      onChange?.(time())
    },
    resume(newScale = 1) {
      set(now())
      scale = newScale
      frozen = false
      arm()
      onChange?.(time())
    },
    advance,
    step() {
      const next = earliest()
      if (next === undefined) return false
      advance(Math.max(0, next.due - now()))
      return true
    },
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const settle = () => {
          callOff()
          waiting.delete(settle)
          signal?.removeEventListener('abort', settle)
          resolve()
        }
        const callOff = at(now() + ms, settle)
        waiting.add(settle)
        signal?.addEventListener('abort', settle, { once: true })
        if (stopped || signal?.aborted) settle()
      }),
    get state() {
      return time()
    },
    stop() {
      stopped = true
      disarm?.()
      tasks.length = 0
      for (const settle of waiting) settle()
    },
  }
}

const before = (a: Task, b: Task) => a.due < b.due || (a.due === b.due && a.order < b.order)

function pushTask(heap: Task[], task: Task): void {
  let at = heap.push(task) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = heap[parent]
    if (above === undefined || !before(task, above)) break
    heap[at] = above
    at = parent
  }
  heap[at] = task
}

function popTask(heap: Task[]): void {
  const last = heap.pop()
  if (last === undefined || heap.length === 0) return
  let at = 0
  for (;;) {
    const left = at * 2 + 1
    const right = heap[left + 1]
    let child = left
    let below = heap[left]
    if (below !== undefined && right !== undefined && before(right, below))
      [child, below] = [left + 1, right]
    if (below === undefined || !before(below, last)) break
    heap[at] = below
    at = child
  }
  heap[at] = last
}
