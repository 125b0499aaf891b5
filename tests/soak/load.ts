import { addressOf, requestTo } from '../support/requests.ts'
import { seeded } from '../support/seeded.ts'

/** The counts of each kind of work in a soak test. */
export type Tally = Record<
  'worlds' | 'resets' | 'forks' | 'writes' | 'refusals' | 'turns' | 'cuts' | 'faults' | 'malformed',
  number
>

/** The state that all actors of a round share. */
export type Load = {
  readonly url: string
  /** Whether the round still runs; if so, a finished actor starts again. */
  readonly isRunning: () => boolean
  readonly tally: Tally
  /** The violations so far. */
  readonly problems: string[]
}

/** Creates one kind of load until the round ends, in new worlds that it then deletes. */
export type Actor = (load: Load, name: string, draw: Draw) => Promise<void>
export type Draw = ReturnType<typeof seeded>

export const newTally = (): Tally => ({
  worlds: 0,
  resets: 0,
  forks: 0,
  writes: 0,
  refusals: 0,
  turns: 0,
  cuts: 0,
  faults: 0,
  malformed: 0,
})

type Account = { readonly keys: { readonly full: string } }

export type OwnWorld = {
  readonly name: string
  readonly baseUrl: string
  /** A key with full access. */
  readonly key: string
  /** Calls the control API of this world, such as `POST clock`. Throws if the call is refused. */
  callControl<Json>(operation: string, body?: object): Promise<Json>
}

/** Creates a world, runs `live` in it, and deletes it. */
export async function withNewWorld(
  load: Load,
  name: string,
  live: (world: OwnWorld) => Promise<void>,
): Promise<void> {
  const { keys } = await callControl<Account>(load.url, 'POST worlds', { name, speed: 40 })
  load.tally.worlds++
  const baseUrl = `${load.url}/w/${name}`
  try {
    await live({
      name,
      baseUrl,
      key: keys.full,
      callControl: (...asked) => callControl(baseUrl, ...asked),
    })
  } finally {
    await callControl(load.url, `DELETE worlds/${name}`)
  }
}

async function callControl<Json>(url: string, operation: string, body?: object): Promise<Json> {
  const response = await fetch(requestTo(url, addressOf(operation), { body }))
  const text = await response.text()
  if (!response.ok) throw new Error(`${operation} failed with ${response.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Json
}
