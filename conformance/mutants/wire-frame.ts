import { isObject } from '../session/json.ts'

/** One block of a stream, as lines: a mutant must be able to write anything. */
export type WireFrame = {
  readonly event?: string | undefined
  readonly id?: string | undefined
  readonly data?: string | undefined
  /** Comments and other lines, unchanged. */
  readonly rest: readonly string[]
}

/** Parses a block without its final empty line. */
export function parseFrame(block: string): WireFrame {
  const lines = block.split(/\r\n|\n|\r/)
  const field = (name: string) => {
    const found = lines.filter((line) => line.startsWith(`${name}:`))
    const values = found.map((line) => line.slice(name.length + 1).replace(/^ /, ''))
    return values.length === 0 ? undefined : values.join('\n')
  }
  const rest = lines.filter((line) => !/^(?:event|id|data):/.test(line))
  return { event: field('event'), id: field('id'), data: field('data'), rest }
}

/** Prints a block with its final empty line. */
export function printFrame({ event, id, data, rest }: WireFrame): string {
  const lines = [
    ...rest,
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(data?.split('\n').map((line) => `data: ${line}`) ?? []),
  ]
  return `${lines.join('\n')}\n\n`
}

/** Parses the data of a frame. */
export const dataOf = ({ data }: WireFrame): unknown => JSON.parse(data ?? 'null')

/** Returns the frame with other data. */
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

/** Returns the cursor of a frame, wherever it is. */
export function cursorOf(frame: WireFrame): number | undefined {
  const data = dataOf(frame)
  const inData = isObject(data) ? data['cursor'] : undefined
  if (typeof inData === 'number') return inData
  return frame.id === undefined ? undefined : Number(frame.id)
}

/** Returns the frame with another cursor in every place that has one; `undefined` removes it. */
export function withCursor(frame: WireFrame, cursor: number | undefined): WireFrame {
  const data = dataOf(frame)
  const id = frame.id === undefined || cursor === undefined ? undefined : String(cursor)
  if (!isObject(data) || !('cursor' in data)) return { ...frame, id }
  return withData({ ...frame, id }, { ...data, cursor })
}
