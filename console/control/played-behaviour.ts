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
const played = signal(parseJson(readStored('played') ?? '', []) as readonly PlayedBehaviour[])

/** The worlds that are remembered: more are hardly open in one window. */
const maxPlayed = 20

/** Remembers what a world plays, so that its pages can say it. */
export function rememberPlayed(one: PlayedBehaviour): void {
  played.value = [one, ...played.value.filter(({ world }) => world !== one.world)].slice(
    0,
    maxPlayed,
  )
  writeStored('played', JSON.stringify(played.value))
}

/** What a world plays; `undefined` for a world that was made in another way. */
export const playedIn = (world: string | undefined): PlayedBehaviour | undefined =>
  played.value.find((one) => one.world === world)
