import { signal } from '@preact/signals'
import { parseJson } from '../../contract/json.ts'
import { readStored, writeStored } from '../app/browser-storage.ts'

/** A world that was made to play behaviours of a tolerance report. */
type PlayedBehaviour = {
  readonly world: string
  /**
   * The name of the world's profile, and the ids of its faults. If they change, the world no longer
   * plays the behaviours.
   */
  readonly profile: string
  readonly faultIds: readonly string[]
  readonly behaviours: readonly string[]
  /** A description of the behaviours. */
  readonly says: string
  /** The name of the world in which the report was opened; `undefined` is the default world. */
  readonly from: string | undefined
  /** The name of the report's fixture, if this server does not have that fixture. */
  readonly missingFixture: string | undefined
}

/** The worlds of this window that play behaviours, newest first. They survive a reload. */
const playedWorlds = signal(parseJson(readStored('played') ?? '', []) as readonly PlayedBehaviour[])

/** The maximum number of remembered worlds. One window rarely opens more. */
const maxPlayedWorlds = 20

/** Stores which behaviours a world plays, so that the pages of the world can show them. */
export function rememberPlayed(played: PlayedBehaviour): void {
  playedWorlds.value = [
    played,
    ...playedWorlds.value.filter(({ world }) => world !== played.world),
  ].slice(0, maxPlayedWorlds)
  writeStored('played', JSON.stringify(playedWorlds.value))
}

/** Returns the behaviours that a world plays; `undefined` if it was not made from a report. */
export const playedBehaviourOf = (world: string | undefined): PlayedBehaviour | undefined =>
  playedWorlds.value.find((one) => one.world === world)
