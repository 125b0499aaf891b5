import { member } from '../json.ts'
import type { Call } from './call.ts'
import { onBody } from './kit.ts'
import type { Wrap } from './mutant.ts'
import { resume } from './routes.ts'
import type { WireFrame } from './wire-frame.ts'

export const conversationOf = ({ body }: Call): string => String(member(body, 'conversation_id'))

/** The cursor that a resume asks from. */
export const askedCursor = ({ body }: Call): unknown => member(body, 'cursor')

/** Moves the cursor of a resume; `undefined` leaves it. */
export const movesCursor = (move: (cursor: unknown) => number | undefined): Wrap =>
  onBody(resume, (body) => {
    const cursor = move(body['cursor'])
    return cursor === undefined ? undefined : { ...body, cursor }
  })

export const isClosing = ({ event }: WireFrame): boolean => event === 'resume_done'
