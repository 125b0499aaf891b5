import type { Command, ServerProcess } from '../process.ts'

/** One kind of load that a server can take. */
export type Workload = {
  command(port: number): Command
  /** Returns complete HTTP requests, as bytes on the wire, for a server started by `command`. */
  requests(server: ServerProcess, count: number): Promise<readonly string[]>
  /** Milliseconds after the request at which each event is due; by default those of the samples. */
  readonly dueTimes?: readonly number[]
  /** How the work of this server differs from the work of Understudy. */
  readonly note?: string
}

/** A server that takes part in the benchmark, with the workloads that it can do. */
export type BenchServer = {
  readonly name: string
  /** Starts the server with its default data. */
  readonly start?: (port: number) => Command
  /** Lists 20 of 10,000 conversations. */
  readonly list?: Workload
  /** Streams one turn of an agent as Server-Sent Events. */
  readonly streams?: Workload
  /** The maximum number of parallel streams in the measurements of this server. */
  readonly maxStreams?: number
}

/** One event of the sampled turn. */
export type SampleEvent = {
  /** Milliseconds after the request. */
  readonly at: number
  readonly id?: string
  readonly event: string
  readonly data: object
}

/** The data that every server sends. The files are for servers that run in their own process. */
export type BenchSamples = {
  readonly folder: string
  /** A page of 20 conversations as JSON; also in `page.json`. */
  readonly page: string
  /** The events of one turn; also in `events.json`. */
  readonly events: readonly SampleEvent[]
}

export const bareName = 'bare node:http'
export const understudyName = 'understudy'

/** An HTTP request as bytes on the wire. */
export function httpRequest(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: object,
): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const bodyHeaders = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(text)),
  }
  const all = { host: '127.0.0.1', ...headers, ...(body && bodyHeaders) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${text}`
}

/** The list workload of a server that checks the credential and sends the sampled page. */
export const fixedPage = (command: Workload['command']): Workload => ({
  command,
  note: 'compares the credential and the query, and responds with a page that it was given.',
  requests: async () => [
    httpRequest('GET', '/api/conversations?size=20', { authorization: 'Bearer key' }),
  ],
})
