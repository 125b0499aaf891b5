import type { Connection, LoggedFrame } from '../../console/pages/chat/timeline/stream-log.ts'

/** A connection that was opened at 10 ms and is still open. */
export const connection = (number: number, changes: Partial<Connection> = {}): Connection => ({
  number,
  path: number === 1 ? '/api/react' : '/api/chat/resume',
  request: {
    url: 'http://platform.test/api/react',
    headers: [['authorization', 'Bearer secret']],
    body: '{"q":"it\'s"}',
  },
  resumeCursor: number === 1 ? undefined : 3,
  startedAt: 0,
  openedAt: 10,
  status: 200,
  endedAt: undefined,
  ending: undefined,
  bytes: 1,
  readCount: 1,
  incompleteBytes: 0,
  ...changes,
})

/** An event of a log: its name, its time, its data, and fields that differ from the defaults. */
export type LoggedEvent = readonly [
  name: string,
  at: number,
  data: object,
  changes?: Partial<LoggedFrame>,
]

/** The events of the first connection, all delivered, with cursors from 0. */
export const framesOf = (...events: readonly LoggedEvent[]): LoggedFrame[] =>
  events.map(([name, at, data, changes], index) => ({
    number: index + 1,
    connection: 1,
    name,
    cursor: index,
    at,
    bytes: 1,
    read: 1,
    payload: JSON.stringify(data),
    text: `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`,
    isDelivered: true,
    ...changes,
  }))
