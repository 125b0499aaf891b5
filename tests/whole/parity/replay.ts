import { type Ask, fromLatin1, type Heard, toLatin1 } from './exchange.ts'

export type Fetch = (request: Request) => Promise<Response>
type Listener = { readonly heard: Heard; more(atLeast: number): Promise<void>; leave(): void }

/**
 * Sends the requests of a journey one after another and returns their responses. It does not use
 * Node, because it also runs in pages.
 */
export async function replay(
  asks: readonly Ask[],
  baseUrl: string,
  fetch: Fetch,
): Promise<readonly Heard[]> {
  const listeners: Listener[] = []
  for (const ask of asks) {
    const listener = await listen(ask, baseUrl, fetch)
    await listener.more(ask.first ?? Infinity)
    listeners.push(listener)
  }
  for (const [at, listener] of listeners.entries()) {
    const ask = asks[at]
    // A stream that was paused when the next request was sent continues at the end, or never.
    if (ask?.first !== undefined && ask.toItsEnd) await listener.more(Infinity)
    else listener.leave()
  }
  return listeners.map(({ heard }, at) => upTo(heard, asks[at]))
}

/** The response without the rest of a cancelled stream: its length is not compared. */
const upTo = (heard: Heard, { first, toItsEnd }: Ask = {} as Ask): Heard =>
  first === undefined || toItsEnd ? heard : { ...heard, body: heard.body.slice(0, first) }

async function listen(ask: Ask, baseUrl: string, fetch: Fetch): Promise<Listener> {
  const leaving = new AbortController()
  const heard = { status: 0, headers: {}, body: '', ended: 'left' } as Writable<Heard>
  const response = await fetch(toRequest(ask, baseUrl, leaving.signal)).catch(() => undefined)
  const body = response?.body?.getReader()
  if (response === undefined) heard.ended = 'unanswered'
  else {
    heard.status = response.status
    heard.headers = Object.fromEntries(response.headers)
    if (body === undefined) heard.ended = 'closed'
  }
  return {
    heard,
    async more(atLeast) {
      while (heard.ended === 'left' && heard.body.length < atLeast) {
        const read = await body?.read().catch(() => undefined)
        if (read === undefined) heard.ended = 'broken'
        else if (read.done) heard.ended = 'closed'
        else heard.body += toLatin1(read.value)
      }
    },
    leave: () => leaving.abort(),
  }
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }

const toRequest = ({ method, path, headers, body }: Ask, baseUrl: string, signal: AbortSignal) =>
  new Request(baseUrl + path, {
    method,
    headers: headers.map(([name, value]): [string, string] => [name, value]),
    body: body === undefined ? null : fromLatin1(body),
    signal,
  })
