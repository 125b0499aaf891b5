import { maxTimerMs } from '../../contract/duration.ts'
import { ownLimits } from '../../contract/limits.ts'

/** The time and the timers of the machine, in milliseconds. Passed in, so that tests can control them. */
export type SystemClock = {
  now(): number
  /** Runs a function once after `ms`. The returned function cancels it. */
  after(ms: number, run: () => void): () => void
  /**
   * The maximum number of overdue tasks that a clock runs before the event loop continues. `late`
   * is the delay of the first task, in milliseconds. Default: all tasks.
   */
  maxTasksPerTick?(late: number): number
}

/** Browsers have no `setImmediate`: there, all overdue tasks run at once. */
const hasImmediates = 'setImmediate' in globalThis

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
  // Node accepts one connection per turn of its event loop, so many tasks at once would delay new
  // clients. If tasks are very late, only one runs per turn. With 2,000 streams, events are late by
  // 111 ms (p99) in this way, and by 691 ms if all overdue tasks run at once.
  ...(hasImmediates && { maxTasksPerTick: (late: number) => (late < 500 ? 4 : 1) }),
}

/** The clock of a world, which token expiry, timestamps and streams follow. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  /** The current time as ISO 8601 in UTC, with milliseconds. */
  iso(): string
  /**
   * Runs a function at `due`, or at the last possible time of a world if `due` is later. The
   * returned function cancels it.
   */
  at(due: number, run: () => void, label?: TaskLabel): () => void
  /** The labels of the pending tasks, with the time at which each is due, the earliest first. */
  upcoming(): (TaskLabel & { readonly due: number })[]
  /** Freezes the clock, now or at `moment`. All tasks that are due before this moment run first. */
  freeze(moment?: number): void
  /** Unfreezes the clock. `scale` is the number of world seconds per real second. */
  resume(scale?: number): void
  /** Moves the clock forward by `ms`. Tasks that become due run in order, each at its own time. */
  advance(ms: number): void
  /** Moves the clock forward to a moment. Only the tasks that are due before that moment run. */
  advanceTo(moment: number): void
  /** Moves the clock to the next due task and runs it. Returns false if there is none. */
  step(): boolean
  /** Resolves after `ms` of the world, or as soon as the signal aborts or the clock is stopped. */
  wait(ms: number, signal?: AbortSignal): Promise<void>
  /** The current state of the clock, as JSON. */
  readonly state: ClockState
  /** Cancels all tasks, and resolves all waits. */
  stop(): void
}

/**
 * The state of a clock: a time of the machine, the same moment in the world, and the speed of time.
 */
export type ClockState = {
  readonly wall: number
  readonly world: number
  readonly scale: number
  readonly frozen: boolean
}

export type ClockOptions = {
  /** Receives the errors of tasks. Default: they are rethrown. */
  readonly onCrash?: ((error: unknown) => void) | undefined
  /** The initial state. Default: the time of the machine. */
  readonly time?: ClockState | undefined
  /** Called when the clock is frozen, resumed or moved. */
  readonly onChange?: ((time: ClockState) => void) | undefined
  /** Called after tasks have run. */
  readonly afterTasks?: (() => void) | undefined
}

const { worldTime } = ownLimits
/** Keeps the time within the range of timestamps. */
const clampToWorldTime = (moment: number) =>
  Math.min(Math.max(moment, worldTime.first), worldTime.last)

// Most tasks are events of streams, so `event` is the default label.
const eventLabel: TaskLabel = { kind: 'event', subject: null }
const delayLabel: TaskLabel = { kind: 'delay', subject: null }

function rethrow(error: unknown): never {
  throw error
}

/** Creates a clock from the clock of the machine. The clock uses one timer, for the earliest of all tasks. */
export function createClock(systemTime: SystemClock, options: ClockOptions = {}): Clock {
  const { onCrash = rethrow, onChange, afterTasks } = options
  const begins = options.time ?? {
    wall: systemTime.now(),
    world: systemTime.now(),
    scale: 1,
    frozen: false,
  }
  let origin = { wall: begins.wall, world: begins.world }
  let { scale, frozen } = begins
  let moving = false
  let stopped = false
  let count = 0
  let disarm: (() => void) | undefined
  const tasks: Task[] = []
  const waiting = new Set<() => void>()

  /** The current time of the world. Must be fast, because each request calls it several times. */
  function now(): number {
    const passed = frozen ? 0 : (systemTime.now() - origin.wall) * scale
    return Math.min(Math.max(origin.world + passed, worldTime.first), worldTime.last)
  }
  const set = (world: number) =>
    (origin = { wall: systemTime.now(), world: clampToWorldTime(world) })
  const time = (): ClockState => ({ ...origin, scale, frozen })

  /** Runs the due tasks. An error of a task is thrown only after the other tasks have run. */
  function runDue(isDue: (due: number) => boolean, most = Number.POSITIVE_INFINITY): void {
    const failures: unknown[] = []
    for (let left = most; left > 0; left--) {
      const [task] = tasks
      if (task === undefined || !isDue(task.due)) break
      popTask(tasks)
      if (frozen && task.due > origin.world) set(task.due)
      try {
        runTask(task)
      } catch (error) {
        failures.push(error)
      }
    }
    afterTasks?.()
    if (failures.length > 0) throw failures[0]
  }

  function runTask(task: Task): void {
    try {
      task.run?.()
    } catch (error) {
      onCrash(error)
    }
  }

  /** Removes cancelled tasks, and returns the earliest of the others. */
  function earliest(): Task | undefined {
    while (tasks[0] !== undefined && tasks[0].run === undefined) popTask(tasks)
    return tasks[0]
  }

  function arm(): void {
    disarm?.()
    disarm = undefined
    const next = earliest()
    if (frozen || moving || stopped || next === undefined) return
    const wait = Math.max(0, Math.ceil((next.due - now()) / scale))
    // A timer has a maximum duration: for a later task, the timer is restarted.
    disarm = systemTime.after(Math.min(wait, maxTimerMs), () => {
      try {
        const moment = now()
        runDue((due) => due <= moment, systemTime.maxTasksPerTick?.((moment - next.due) / scale))
      } finally {
        arm()
      }
    })
  }

  function at(due: number, run: () => void, label = eventLabel): () => void {
    const task: Task = { due: clampToWorldTime(due), order: count++, label, run }
    pushTask(tasks, task)
    if (tasks[0] === task) arm()
    return () => (task.run = undefined)
  }

  function advance(ms: number): void {
    const target = clampToWorldTime(now() + ms)
    move(target, (due) => due <= target)
  }

  function move(target: number, isDue: (due: number) => boolean): void {
    const wasFrozen = frozen
    frozen = moving = true
    try {
      runDue(isDue)
    } finally {
      set(target)
      frozen = wasFrozen
      moving = false
      arm()
      onChange?.(time())
    }
  }

  return {
    now,
    iso: () => toIsoTime(now()),
    at,
    upcoming: () =>
      tasks
        .filter(({ run }) => run !== undefined)
        .toSorted((a, b) => a.due - b.due || a.order - b.order)
        .map(({ due, label }) => ({ ...label, due })),
    freeze(moment = now()) {
      try {
        if (moment > now()) advance(moment - now())
      } finally {
        set(moment)
        frozen = true
        arm()
        onChange?.(time())
      }
    },
    resume(newScale = 1) {
      set(now())
      scale = newScale
      frozen = false
      arm()
      onChange?.(time())
    },
    advance,
    advanceTo: (moment) => move(Math.max(now(), moment), (due) => due < moment),
    step() {
      const next = earliest()
      if (next === undefined) return false
      advance(Math.max(0, next.due - now()))
      return true
    },
    wait: (ms, signal) =>
      new Promise((resolve) => {
        const settle = () => {
          cancel()
          waiting.delete(settle)
          signal?.removeEventListener('abort', settle)
          resolve()
        }
        const cancel = at(now() + ms, settle, delayLabel)
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

let lastSecond = Number.NaN
let lastText = ''

/**
 * Formats milliseconds since 1970 as ISO 8601 in UTC. The text up to the second is cached, because
 * the events of all streams fall into the same few seconds.
 */
export function toIsoTime(ms: number): string {
  const whole = Math.trunc(ms)
  const second = Math.floor(whole / 1000)
  if (second !== lastSecond) {
    lastText = new Date(second * 1000).toISOString().slice(0, -4)
    lastSecond = second
  }
  return `${lastText}${String(whole - second * 1000).padStart(3, '0')}Z`
}

/** A description of a task, which the control API lists as due. */
type TaskLabel = {
  readonly kind: 'event' | 'approval' | 'title' | 'change' | 'delay'
  /** The name of the task's subject, such as the tool that needs an approval. */
  readonly subject: string | null
}

type Task = {
  readonly due: number
  readonly order: number
  readonly label: TaskLabel
  run: (() => void) | undefined
}

const runsBefore = (a: Task, b: Task) => a.due < b.due || (a.due === b.due && a.order < b.order)

function pushTask(heap: Task[], task: Task): void {
  let at = heap.push(task) - 1
  while (at > 0) {
    const parent = (at - 1) >> 1
    const above = heap[parent]
    if (above === undefined || !runsBefore(task, above)) break
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
    if (below !== undefined && right !== undefined && runsBefore(right, below))
      [child, below] = [left + 1, right]
    if (below === undefined || !runsBefore(below, last)) break
    heap[at] = below
    at = child
  }
  heap[at] = last
}

/**
 * A clock that never goes back. When the clock of the machine is set back, this clock continues
 * from the last time that it returned: otherwise every timer would wait until the machine reaches
 * that time again. When the clock of the machine is set forward, this clock follows.
 */
export function steadyClock(clock: SystemClock): SystemClock {
  let last = clock.now()
  let ahead = 0
  return {
    now() {
      const now = clock.now() + ahead
      if (now < last) {
        ahead += last - now
        return last
      }
      return (last = now)
    },
    after: (ms, run) => clock.after(ms, run),
    ...(clock.maxTasksPerTick && { maxTasksPerTick: (late) => clock.maxTasksPerTick?.(late) ?? 1 }),
  }
}

type IdleWorld = {
  readonly name: string
  readonly openStreams: number
  readonly lastUsedAt: number
}

/**
 * Timers that run after a world was idle for its time to live. A world with an open stream is not
 * idle.
 */
export class IdleTimers {
  readonly #clock: SystemClock
  readonly #cancelByWorld = new Map<string, () => void>()

  constructor(clock: SystemClock) {
    this.#clock = clock
  }

  /** Runs a function after the world was idle for `ttl` milliseconds of real time. */
  start(world: IdleWorld, ttl: number, run: () => void, from = world.lastUsedAt): void {
    const clock = this.#clock
    const wait = Math.max(0, from + ttl - clock.now())
    const cancel = clock.after(Math.min(wait, maxTimerMs), () => {
      if (world.openStreams > 0) this.start(world, ttl, run, clock.now())
      else if (clock.now() - world.lastUsedAt < ttl) this.start(world, ttl, run)
      else run()
    })
    this.#cancelByWorld.set(world.name, cancel)
  }

  cancel(name: string): void {
    this.#cancelByWorld.get(name)?.()
    this.#cancelByWorld.delete(name)
  }

  cancelAll(): void {
    for (const cancel of this.#cancelByWorld.values()) cancel()
    this.#cancelByWorld.clear()
  }
}
