import type { Launch, Server } from '../server.ts'

/** How a contestant does one kind of work. */
export type Setup = {
  /** What it really does, where that is not the same as what the others do. */
  readonly nearest?: string
  launch(port: number): Launch
  /** So many requests, whole as they go over the wire, to a server that was launched so. */
  requests(server: Server, count: number): Promise<readonly string[]>
  /** When each event of a stream is due in milliseconds, where that is not what the score says. */
  readonly due?: readonly number[]
}

/** What is measured, and how it does each of the works that it can. */
export type Contestant = {
  readonly name: string
  /** Ready to be called, with what it holds by default. */
  readonly start?: Setup
  /** A list of 20 conversations out of 10,000. */
  readonly list?: Setup
  /** A stream of events at given moments; one server plays all that have pauses. */
  readonly streams?: (score: Paced) => Setup
  /** How many streams it is asked for at most. */
  readonly mostStreams?: number
  /** A stream of 10,000 events as fast as they go. */
  readonly unpaced?: Setup
}

/** The streams that are played: 20 events 50 ms or 250 ms apart, or 10,000 without a pause. */
export type ScoreName = 'quick' | 'slow' | 'unpaced'

/** The streams that have pauses. */
export type Paced = Exclude<ScoreName, 'unpaced'>

/** One event of a stream. */
export type Note = {
  /** Milliseconds after the request. */
  readonly at: number
  readonly id?: string
  readonly event: string
  readonly data: object
}

/** What every contestant is given to send, as files that its server can read. */
export type Material = {
  readonly folder: string
  /** A page of 20 conversations as JSON, in `page.json`. */
  readonly page: string
  /** 10,000 conversations, in `records.json` as `{ conversations }`; 20 in `few-records.json`. */
  readonly records: readonly object[]
  /** Every event of each stream, in `<name>.json`. */
  readonly scores: Readonly<Record<ScoreName, readonly Note[]>>
}

/** A request as it goes over the wire. */
export function wire(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: object,
): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(body && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(text)),
    }),
  }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}
