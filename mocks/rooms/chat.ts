import * as z from 'zod/mini'
import { chatBody, resumeBody } from '../../contract/bodies.ts'
import { chatInputs } from '../../contract/inputs/chat.ts'
import { chatRoutes } from '../routes/chat.ts'
import { createRoom } from './room.ts'

const anything = z.unknown().check(z.refine((value) => value !== undefined))

export const room = createRoom(chatRoutes, ({ turns, resume }) => {
  const { longestQuery } = turns
  const text = longestQuery === undefined ? z.string() : z.string().check(z.maxLength(longestQuery))
  const body = z.extend(chatBody, { q: turns.needsQuery ? text : z.prefault(text, '') })
  const cursor = resume.checksCursor ? resumeBody.shape.cursor : anything
  return {
    ...chatInputs,
    'chat.react': { body },
    'chat.dag': { body },
    'chat.auto': { body },
    'chat.resume': {
      body: z.extend(resumeBody, { cursor: resume.needsCursor ? cursor : z.optional(cursor) }),
    },
  }
})
