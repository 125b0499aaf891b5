import { type Client, type ClientOptions, createClient } from '../client/create-client.ts'
import type { Session } from '../client/session.ts'
import type { TurnEvent } from '../client/events/turn-event.ts'
import type { Mounted } from './transports.ts'

/** A client of a mounted fake; it does not wait between attempts unless it is told by which clock. */
export const clientOf = (mounted: Mounted, options: Partial<ClientOptions> = {}): Client =>
  createClient({
    baseUrl: mounted.baseUrl,
    fetch: (url, init) => mounted.fetch(new Request(url, init)),
    systemClock: impatientWall,
    ...options,
  })

/** Machine time in which nobody has to wait. */
export const impatientWall = { now: () => Date.now(), sleep: () => Promise.resolve() }

export const credentials = { email: 'demo@example.com', password: 'demo-password' }

/** A client that is signed in as the demo user. */
export async function signedIn(mounted: Mounted, options?: Partial<ClientOptions>) {
  const client = clientOf(mounted, options)
  await client.login(credentials)
  return client
}

/** Who is signed in. */
export const sessionOf = ({ session }: Pick<Client, 'session'>): Session => {
  if (session === undefined) throw new Error('Nobody is signed in.')
  return session
}

/** Every item of something that is read as it comes. */
export async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/** An event without its place. */
export const placeless = ({ cursor: _cursor, ...event }: TurnEvent) => event
