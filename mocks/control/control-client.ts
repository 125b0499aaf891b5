import { reportCoverage } from '../../recording/coverage-report.ts'
import { toControlError } from './control-error.ts'
import { type Presets, presetLoader } from './presets.ts'
import { type ClockControl, createWorldControl, type WorldControl } from './world-control.ts'
import type { Worlds } from '../world/worlds.ts'
import { createWorld, summarizeWorld } from './worlds.ts'
import type { NewWorldOptions, WorldSummary } from '../../contract/control/worlds.ts'
import type { CoverageReport } from '../../contract/control/journal.ts'

/** Creates and lists the worlds of a fake. */
export type WorldsControl = {
  /** Creates a world. Rejects with a `ControlError`. */
  create(wish?: NewWorldOptions): Promise<WorldControl>
  /** All worlds, the most recently used last. */
  list(): WorldSummary[]
  /** The coverage of the requests to all worlds, deleted ones included. */
  coverage(): CoverageReport
}

export type CoreParts = { readonly worlds: Worlds; readonly presets: Presets }

/** The in-process control API of a fake. */
export type ControlClient = {
  /** The control of one world, by default `default`; it stays valid when the world is reset. */
  control(name?: string): WorldControl
  /** The time of the default world. */
  readonly clock: ClockControl
  readonly worlds: WorldsControl
}

export function createControlClient({ worlds, presets }: CoreParts): ControlClient {
  const loader = presetLoader(presets)
  const control = (name?: string) => createWorldControl({ worlds, presets: loader }, name)
  return {
    control,
    clock: control().clock,
    worlds: {
      async create(wish = {}) {
        const world = await createWorld(loader, worlds, wish).catch((error: unknown) => {
          throw toControlError(error)
        })
        return control(world.name)
      },
      list: () => worlds.list().map(summarizeWorld),
      coverage: () => reportCoverage(worlds.coverage, null),
    },
  }
}
