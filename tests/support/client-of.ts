import { type Client, type ClientOptions, createClient } from '../../client/create-client.ts'
import type { Session } from '../../client/session.ts'
import type { TurnEvent } from '../../client/events/turn-event.ts'
import type { Mounted } from './transports.ts'

/** A client of a mounted fake. It does not wait between attempts unless it is given a clock. */
export const clientOf = (mounted: Mounted, options: Partial<ClientOptions> = {}): Client =>
  createClient({
    baseUrl: mounted.baseUrl,
    fetch: (url, init) => mounted.fetch(new Request(url, init)),
    systemClock: instantClock,
    ...options,
  })

/** A clock whose timers fire at once. */
export const instantClock = { now: () => Date.now(), sleep: () => Promise.resolve() }

export const credentials = { email: 'demo@example.com', password: 'demo-password' }

/** A client that is signed in as the demo user. */
export async function signedIn(mounted: Mounted, options?: Partial<ClientOptions>) {
  const client = clientOf(mounted, options)
  await client.login(credentials)
  return client
}

export const sessionOf = ({ session }: Pick<Client, 'session'>): Session => {
  if (session === undefined) throw new Error('Nobody is signed in.')
  return session
}

export async function gather<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(item)
  return all
}

/** An event without its cursor. */
export const placeless = ({ cursor: _cursor, ...event }: TurnEvent) => event
