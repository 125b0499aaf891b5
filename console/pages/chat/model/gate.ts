import { type ReadonlySignal, signal } from '@preact/signals'
import type { Wall } from '../../../../client/wall.ts'

/** Stands between a stream that broke and the next attempt to resume it. */
export type Gate = {
  /** Whether it opens by itself, after the pause that the client takes. */
  readonly isAutomatic: ReadonlySignal<boolean>
  setAutomatic(isAutomatic: boolean): void
  /** Lets the attempt that waits go on now. */
  open(): void
  /** The wall of a client: what it sleeps before an attempt is spent here. */
  readonly wall: Wall
}

/** A gate in front of a wall. */
export function createGate(wall: Wall): Gate {
  const isAutomatic = signal(true)
  let release: (() => void) | undefined
  return {
    isAutomatic,
    setAutomatic(chosen) {
      isAutomatic.value = chosen
      if (chosen) release?.()
    },
    open: () => release?.(),
    wall: {
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
