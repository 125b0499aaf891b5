import { type ReadonlySignal, signal } from '@preact/signals'
import type { SystemClock } from '../../../../client/system-clock.ts'

/** Delays the attempt to resume a broken stream, until its delay has passed or the user resumes it. */
export type ReconnectGate = {
  /** Whether the gate opens automatically after the client's delay. */
  readonly isAutomatic: ReadonlySignal<boolean>
  setAutomatic(isAutomatic: boolean): void
  /** If the stream breaks now, the next attempt waits for the user, even an automatic attempt. */
  hold(): void
  /** Starts the waiting attempt now. */
  open(): void
  /** The clock for the client: its delays before an attempt wait in this gate. */
  readonly systemClock: SystemClock
}

/** The client reports a break within so many milliseconds after `hold`. */
const holdTime = 1000

/** Creates a gate that takes its delays from a clock. */
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
    hold() {
      heldAt = clock.now()
    },
    open: () => release?.(),
    systemClock: {
      now: clock.now,
      sleep: (ms, aborting) =>
        new Promise((resolve) => {
          release = resolve
          aborting?.addEventListener('abort', () => resolve(), { once: true })
          const isHeld = clock.now() - heldAt < holdTime
          if (isAutomatic.value && !isHeld)
            void clock.sleep(ms, aborting).then(() => isAutomatic.value && resolve())
        }),
    },
  }
}
