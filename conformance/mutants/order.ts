import { isObject } from '../json.ts'
import { onEvent } from './kit.ts'
import type { Mutant } from './mutant.ts'
import { turns } from './routes.ts'
import { type WireFrame, cursorOf, dataOf, withCursor, withData } from './wire-frame.ts'

/** One event more after a frame, with the next cursor. */
const followedBy = (frame: WireFrame, event: string, data: unknown): readonly WireFrame[] => {
  const next = withCursor({ ...frame, event }, (cursorOf(frame) ?? 0) + 1)
  const cursor = dataOf(next)
  return [frame, withData(next, isObject(cursor) && isObject(data) ? { ...cursor, ...data } : data)]
}

/** Wrong in where the end of a turn stands. */
export const orderMutants: readonly Mutant[] = [
  {
    id: 'title-after-end',
    breaks: 'order.end-is-last',
    says: 'A title comes after the end.',
    wrap: onEvent(turns, 'end', (frame) => followedBy(frame, 'title', { title: 'Too late' })),
  },
  {
    id: 'dag-without-end',
    breaks: 'order.end-is-last',
    says: 'A DAG turn closes its stream without an end.',
    wrap: onEvent('POST /api/dag', 'end', () => []),
  },
  {
    id: 'two-ends',
    breaks: 'order.end-comes-once',
    says: 'A turn ends twice.',
    wrap: onEvent(turns, 'end', (frame) => followedBy(frame, 'end', {})),
  },
]
