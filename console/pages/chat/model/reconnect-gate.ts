import { type ReadonlySignal, signal } from '@preact/signals'
import type { SystemClock } from '../../../../client/system-clock.ts'

/** Delays the attempt to resume a broken stream, until its delay has passed or the user resumes it. */
export type ReconnectGate = {
  /** Whether the gate opens automatically after the client's delay. */
  readonly isAutomatic: ReadonlySignal<boolean>
  setAutomatic(isAutomatic: boolean): void
  /** Starts the waiting attempt now. */
  open(): void
  /** The clock for the client: its delays before an attempt wait in this gate. */
  readonly systemClock: SystemClock
}

/** Creates a gate that takes its delays from a clock. */
export function createReconnectGate(clock: SystemClock): ReconnectGate {
  const isAutomatic = signal(true)
  let release: (() => void) | undefined
  return {
    isAutomatic,
    setAutomatic(chosen) {
      isAutomatic.value = chosen
      if (chosen) release?.()
    },
    open: () => release?.(),
    systemClock: {
      now: clock.now,
      sleep: (ms, aborting) =>
        new Promise((resolve) => {
          release = resolve
          aborting?.addEventListener('abort', () => resolve(), { once: true })
          if (isAutomatic.value)
            void clock.sleep(ms, aborting).then(() => isAutomatic.value && resolve())
        }),
    },
  }
}
