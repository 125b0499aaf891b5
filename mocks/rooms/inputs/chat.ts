import * as z from 'zod/mini'
import { chatInputs, chatBody, resumeBody } from '../../../contract/operations/chat.ts'
import type { Inputs } from '../../../contract/operations/operation.ts'
import type { Policy } from '../../server/behaviour/compile-policy.ts'

const anything = z.unknown().check(z.refine((value) => value !== undefined))

/** What chat takes: a query as long as it may be, and a cursor as far as it is checked here. */
export function chatInputsOf({ turns, resume }: Policy): Inputs {
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
}
