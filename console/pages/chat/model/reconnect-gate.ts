import { type ReadonlySignal, signal } from '@preact/signals'
import type { SystemClock } from '../../../../client/system-clock.ts'

/** Stands between a stream that broke and the next attempt to resume it. */
export type ReconnectGate = {
  /** Whether it opens by itself, after the pause that the client takes. */
  readonly isAutomatic: ReadonlySignal<boolean>
  setAutomatic(isAutomatic: boolean): void
  /** Lets the attempt that waits go on now. */
  open(): void
  /** The wall of a client: what it sleeps before an attempt is spent here. */
  readonly systemClock: SystemClock
}

/** A gate in front of a wall. */
export function createReconnectGate(wall: SystemClock): ReconnectGate {
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
      now: wall.now,
      sleep: (ms, leaving) =>
        new Promise((resolve) => {
          release = resolve
          leaving?.addEventListener('abort', () => resolve(), { once: true })
          if (isAutomatic.value)
            void wall.sleep(ms, leaving).then(() => isAutomatic.value && resolve())
        }),
    },
  }
}
