import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** An event as a client receives it. */
export type SeenEvent = {
  readonly event: string
  readonly data: Readonly<Record<string, unknown>>
  readonly id: string | undefined
}

/** A stream that is read step by step. */
export type Reader = {
  readonly response: Response
  /** Waits for a number of events, and returns all events so far; rejects at the end. */
  until(count: number): Promise<readonly SeenEvent[]>
  /** Waits for the first event of a name, and returns its payload; rejects at the end. */
  untilEvent(name: string): Promise<SeenEvent['data']>
  /** Waits for the regular end of the stream, and returns all events. */
  rest(): Promise<readonly SeenEvent[]>
  /** Disconnects, as a page does when it is closed. */
  leave(): Promise<void>
}

/** Reads the events of a response; `leaving` is the controller of its request. */
export function readerOf(response: Response, leaving: AbortController): Reader {
  const events: SeenEvent[] = []
  const parser = parserInto(events)
  const decoder = new TextDecoder()
  const body = response.body?.getReader()
  if (body === undefined) throw new Error(`A reply of ${response.status} has no stream.`)
  /** Reads one chunk; false at the end. */
  const more = async () => {
    const { done, value } = await body.read()
    if (value !== undefined) parser.feed(decoder.decode(value, { stream: true }))
    return !done
  }
  return {
    response,
    async until(count) {
      while (events.length < count)
        if (!(await more()))
          throw new Error(`The stream ended after ${events.length} of ${count} events.`)
      return [...events]
    },
    async untilEvent(name) {
      for (;;) {
        const found = events.find(({ event }) => event === name)
        if (found !== undefined) return found.data
        if (!(await more())) throw new Error(`The stream ended without \`${name}\`.`)
      }
    },
    async rest() {
      while (await more());
      return [...events]
    },
    async leave() {
      leaving.abort()
      await body.cancel().catch(() => undefined)
    },
  }
}

/** The events in the text of a stream. */
export function eventsIn(text: string): SeenEvent[] {
  const events: SeenEvent[] = []
  parserInto(events).feed(text)
  return events
}

const parserInto = (events: SeenEvent[]) =>
  createParser({
    onEvent: ({ event = 'message', data, id }: EventSourceMessage) =>
      events.push({ event, data: JSON.parse(data), id }),
  })

/** The cursors of events, at any position. */
export const cursorsOf = (events: readonly SeenEvent[]) =>
  events.map(({ data, id }) => Number(data['cursor'] ?? id))

/** The joined text of the answer deltas. */
export const answerIn = (events: readonly SeenEvent[]) =>
  events
    .filter(({ event, data }) => event === 'answer' && data['type'] === 'delta')
    .map(({ data }) => data['text'])
    .join('')

/** The payload of the only event of a name. */
export function only(events: readonly SeenEvent[], name: string): SeenEvent['data'] {
  const found = events.filter(({ event }) => event === name)
  if (found[0] === undefined || found.length > 1)
    throw new Error(`There are ${found.length} events \`${name}\`.`)
  return found[0].data
}
