import { type ReadonlySignal, signal } from '@preact/signals'
import type { SystemClock } from '../../../../client/system-clock.ts'

/** Delays the resume of a broken stream until the client's delay is over or the user resumes it. */
export type ReconnectGate = {
  /** Whether a broken stream is resumed automatically, after the delay that the client chose. */
  readonly isAutomatic: ReadonlySignal<boolean>
  setAutomatic(isAutomatic: boolean): void
  /** Leaves the resume to the user if the stream breaks now, even in automatic mode. */
  waitForUser(): void
  /** Ends the delay before an attempt to resume, so that the attempt starts now. */
  open(): void
  /** The clock for the client. When the client sleeps before an attempt, it waits for this gate. */
  readonly systemClock: SystemClock
}

/** `waitForUser` applies to a break that the client reports within this many milliseconds. */
const waitWindowMs = 1000

/** Creates a gate whose delays are measured by a clock. */
export function createReconnectGate(clock: SystemClock): ReconnectGate {
  const isAutomatic = signal(true)
  let release: (() => void) | undefined
  let heldAt = -Infinity
  return {
    isAutomatic,
    setAutomatic(chosen) {
      isAutomatic.value = chosen
      if (chosen) release?.()
    },
    waitForUser() {
      heldAt = clock.now()
    },
    open: () => release?.(),
    systemClock: {
      now: clock.now,
      sleep: (ms, aborting) =>
        new Promise((resolve) => {
          release = resolve
          aborting?.addEventListener('abort', () => resolve(), { once: true })
          const isHeld = clock.now() - heldAt < waitWindowMs
          if (isAutomatic.value && !isHeld)
            void clock.sleep(ms, aborting).then(() => isAutomatic.value && resolve())
        }),
    },
  }
}
