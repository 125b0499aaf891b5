import { reportCoverage } from '../../recording/coverage-report.ts'
import { toControlError } from './control-error.ts'
import { type Presets, presetLoader } from './presets.ts'
import { type ClockControl, createWorldControl, type WorldControl } from './world-control.ts'
import type { Worlds } from '../world/worlds.ts'
import { createWorld, summarizeWorld } from './worlds.ts'
import type { NewWorldOptions, WorldSummary } from '../../contract/control/worlds.ts'
import type { CoverageReport } from '../../contract/control/journal.ts'

/** The worlds of a fake together. */
export type WorldsControl = {
  /** Makes a world as it is wished for. Rejects with a `ControlError`. */
  create(wish?: NewWorldOptions): Promise<WorldControl>
  /** All worlds, the one that was used last at the end. */
  list(): WorldSummary[]
  /** What the calls of all worlds exercised, also of those that are gone. */
  coverage(): CoverageReport
}

/** The worlds of a fake, and what further ones can be ordered with. */
export type CoreParts = { readonly worlds: Worlds; readonly presets: Presets }

/** What a fake offers its maker to steer its worlds. */
export type ControlClient = {
  /** What steers the world of this name, as the control API does; it survives a reset. */
  control(name?: string): WorldControl
  /** The time of the default world. */
  readonly clock: ClockControl
  readonly worlds: WorldsControl
}

/** The desk of a fake, made of what its core supplies. */
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
