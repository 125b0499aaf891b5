import { isObject } from '../../contract/json.ts'

/** One event of a stream as raw text lines, so that a mutant can also write an invalid event. */
export type WireFrame = {
  readonly event?: string | undefined
  readonly id?: string | undefined
  readonly data?: string | undefined
  /** Comments and other lines, unchanged. */
  readonly lines?: readonly string[]
}

export const dataOf = ({ data }: WireFrame): unknown => JSON.parse(data ?? 'null')

export const withData = (frame: WireFrame, data: unknown): WireFrame => ({
  ...frame,
  data: JSON.stringify(data),
})

/** Returns the frame with another payload, inside its wrapper if it has one. */
export function withPayload(frame: WireFrame, change: (payload: unknown) => unknown): WireFrame {
  const data = dataOf(frame)
  const wrapped = isObject(data) && Object.keys(data).toSorted().join() === 'cursor,data'
  return withData(frame, wrapped ? { ...data, data: change(data['data']) } : change(data))
}

/** Returns the cursor of a frame, from the field `cursor` of its data or from the `id:` line. */
export function cursorOf(frame: WireFrame): number | undefined {
  const data = dataOf(frame)
  const inData = isObject(data) ? data['cursor'] : undefined
  if (typeof inData === 'number') return inData
  return frame.id === undefined ? undefined : Number(frame.id)
}

/** Returns the frame with its cursor replaced in every place; `undefined` removes the cursor. */
export function withCursor(frame: WireFrame, cursor: number | undefined): WireFrame {
  const data = dataOf(frame)
  const id = frame.id === undefined || cursor === undefined ? undefined : String(cursor)
  if (!isObject(data) || !('cursor' in data)) return { ...frame, id }
  return withData({ ...frame, id }, { ...data, cursor })
}
