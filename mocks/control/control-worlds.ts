import { coverageOfAll, type CoverageReport } from '../journal/coverage.ts'
import { toControlError } from './control-error.ts'
import {
  type ClockControl,
  type ControlRoom,
  controlWorld,
  type WorldControl,
} from './world-control.ts'
import { createWorld, outlineWorld, type WorldOutline, type WorldWish } from './worlds.ts'

/** The worlds of a fake together. */
export type WorldsControl = {
  /** Makes a world as it is wished for. Rejects with a `ControlError`. */
  create(wish?: WorldWish): Promise<WorldControl>
  /** All worlds, the one that was used last at the end. */
  list(): WorldOutline[]
  /** What the calls of all worlds exercised, also of those that are gone. */
  coverage(): CoverageReport
}

/** What a fake offers its maker to steer its worlds. */
export type WorldsDesk = {
  control(name?: string): WorldControl
  readonly clock: ClockControl
  readonly worlds: WorldsControl
}

export function controlWorlds(room: ControlRoom): WorldsDesk {
  const { stock, worlds } = room
  const control = (name?: string) => controlWorld(room, name)
  return {
    control,
    clock: control().clock,
    worlds: {
      async create(wish = {}) {
        const world = await createWorld(stock, worlds, wish).catch((error: unknown) => {
          throw toControlError(error)
        })
        return control(world.name)
      },
      list: () => worlds.list().map(outlineWorld),
      coverage: () => coverageOfAll(worlds),
    },
  }
}
