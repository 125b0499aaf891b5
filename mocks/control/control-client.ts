import { callOf } from '../../contract/control/call.ts'
import type { CoverageReport } from '../../contract/control/journal.ts'
import type { NewWorldOptions, WorldSummary } from '../../contract/control/worlds.ts'
import { reportCoverage } from '../../traffic/journal/coverage-report.ts'
import type { Worlds } from '../world/worlds.ts'
import { type Presets, presetLoader } from './presets.ts'
import {
  callInProcess,
  type ClockControl,
  createWorldControl,
  type WorldControl,
} from './world-control.ts'

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
  /** The control API of one world, by default `default`. The object stays valid when the world is reset. */
  control(name?: string): WorldControl
  /** The time of the default world. */
  readonly clock: ClockControl
  readonly worlds: WorldsControl
}

export function createControlClient({ worlds, presets }: CoreParts): ControlClient {
  const parts = { worlds, presets: presetLoader(presets) }
  const control = (name?: string) => createWorldControl(parts, name)
  return {
    control,
    clock: control().clock,
    worlds: {
      async create(wish) {
        const call = callOf('POST worlds', { body: wish })
        const { name } = await callInProcess(parts, undefined, call)
        return control(name)
      },
      list: () => callInProcess(parts, undefined, callOf('GET worlds')).worlds,
      // This operation belongs to no world, so it must not create one.
      coverage: () => reportCoverage(worlds.coverage, null),
    },
  }
}
