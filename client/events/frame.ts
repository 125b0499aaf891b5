import type { EventSourceMessage } from 'eventsource-parser'
import { isObject, parseJson } from '../json.ts'

/** An event of a stream, freed of where its cursor stood. */
export type Frame = {
  readonly name: string
  readonly data: unknown
  readonly cursor: number | undefined
}

/**
 * Reads a message in every form that cursors take: among the fields of the payload, in
 * `{cursor, data}` around it, on the `id:` line, or nowhere. What is no JSON stays a text.
 */
export function readFrame({ event: name = 'message', data: text, id }: EventSourceMessage): Frame {
  const data = parseJson(text)
  if (isObject(data) && Number.isInteger(data['cursor'])) {
    const { cursor, ...payload } = data as { cursor: number }
    const isWrapped = Object.keys(payload).join() === 'data'
    return { name, cursor, data: isWrapped ? data['data'] : payload }
  }
  return { name, data, cursor: id !== undefined && /^\d+$/.test(id) ? Number(id) : undefined }
}
