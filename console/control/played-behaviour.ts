import { signal } from '@preact/signals'
import { parseJson } from '../../contract/json.ts'
import { readStored, writeStored } from '../app/browser-storage.ts'

/** Behaviours of a tolerance report that a world was made to play. */
type PlayedBehaviour = {
  readonly world: string
  readonly behaviours: readonly string[]
  /** What the platform does, in words. */
  readonly says: string
  /** The world to return to; `undefined` is the default world. */
  readonly from: string | undefined
  /** The fixture of the report, if this server does not have it. */
  readonly missingFixture: string | undefined
}

/** The behaviours that this window plays, the newest first; they survive a reload. */
const entries = signal(parseJson(readStored('played') ?? '', []) as readonly PlayedBehaviour[])

/** The maximum number of remembered worlds: one window hardly opens more. */
const maxPlayed = 20

/** Stores which behaviours a world plays, so that its pages can show them. */
export function rememberPlayed(one: PlayedBehaviour): void {
  entries.value = [one, ...entries.value.filter(({ world }) => world !== one.world)].slice(
    0,
    maxPlayed,
  )
  writeStored('played', JSON.stringify(entries.value))
}

/** The behaviours that a world plays; `undefined` for a world that was not made from a report. */
export const playedIn = (world: string | undefined): PlayedBehaviour | undefined =>
  entries.value.find((one) => one.world === world)
