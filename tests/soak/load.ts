import { seeded } from '../seeded.ts'

/** What was done in a soak. */
export type Tally = Record<
  'worlds' | 'resets' | 'forks' | 'writes' | 'refusals' | 'turns' | 'cuts' | 'faults' | 'rude',
  number
>

/** What those who load a server have in common. */
export type Load = {
  readonly url: string
  /** Whether the round is still on: who is done begins anew. */
  readonly goesOn: () => boolean
  readonly tally: Tally
  /** What should not have been. */
  readonly problems: string[]
}

/** Someone who loads a server until the round is over, in lives that each leave nothing behind. */
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
  rude: 0,
})

type Account = { readonly keys: { readonly full: string } }

/** A world of an actor. */
export type OwnWorld = {
  readonly name: string
  readonly baseUrl: string
  /** A key with full access. */
  readonly key: string
  /** Calls the control API about it, such as `POST clock`. Throws where that is refused. */
  steer<Json>(operation: string, body?: object): Promise<Json>
}

/** Makes a world for as long as `live` takes. */
export async function inNewWorld(
  load: Load,
  name: string,
  live: (world: OwnWorld) => Promise<void>,
): Promise<void> {
  const { keys } = await steer<Account>(load.url, 'POST worlds', { name, speed: 40 })
  load.tally.worlds++
  const baseUrl = `${load.url}/w/${name}`
  try {
    await live({ name, baseUrl, key: keys.full, steer: (...asked) => steer(baseUrl, ...asked) })
  } finally {
    await steer(load.url, `DELETE worlds/${name}`)
  }
}

async function steer<Json>(url: string, operation: string, body?: object): Promise<Json> {
  const [method = 'GET', path = ''] = operation.split(' ')
  const response = await fetch(`${url}/__control/${path}`, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${operation} was refused with ${response.status}: ${text}`)
  return (text === '' ? undefined : JSON.parse(text)) as Json
}
