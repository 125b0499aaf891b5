import { changeRequest } from './call.ts'
import {
  refusal,
  respondWith,
  hasObject,
  replaceValidationError,
  type Mutant,
  mutants,
  onRequest,
  onResponse,
  acceptObject,
} from './wrap.ts'
import { member } from '../session/json.ts'
import { isObject } from '../../contract/json.ts'

const react = 'POST /api/react'
const dag = 'POST /api/dag'

/** A fault: the server ignores the credential in the body. */
export const ignoresBodyToken = (route: string): Mutant['wrap'] =>
  onRequest(route, (call) => {
    if (!isObject(call.body) || call.bearer !== undefined) return undefined
    return changeRequest(call, { body: { ...call.body, token: undefined } })
  })

/** A fault: the server ignores the credential in the header. */
export const ignoresHeader = (route: string): Mutant['wrap'] =>
  onRequest(route, (call) =>
    member(call.body, 'token') === undefined ? changeRequest(call, { bearer: null }) : undefined,
  )

const isKey = (value: unknown): boolean => String(value).startsWith('svc_')

/** A fault: the server refuses API keys in the header and in the body. */
export const refusesKeys = (route: string): Mutant['wrap'] =>
  respondWith(
    route,
    ({ bearer, body }) => isKey(bearer) || isKey(member(body, 'token')),
    refusal(401, 'invalid_token'),
  )

const answersWith = (route: string, status: number, contentType: string): Mutant['wrap'] =>
  onResponse(route, ({ status: was, body }) =>
    was === 200
      ? new Response(body, { status, headers: { 'content-type': contentType } })
      : undefined,
  )

/** Mutants with a fault in the input or the responses of `react` and `dag` turns. */
export const chatMutants = mutants({
  'react-runs-an-object': {
    killedBy: 'chat.react-refuses-an-object-as-query',
    description: 'POST /api/react accepts an object as the query, and runs the turn.',
    wrap: acceptObject(react, 'q', '[object Object]'),
  },
  'dag-runs-an-object': {
    killedBy: 'chat.dag-refuses-an-object-as-query',
    description: 'POST /api/dag accepts an object as the query, and runs the turn.',
    wrap: acceptObject(dag, 'q', '[object Object]'),
  },
  'dag-ignores-an-object-as-conversation': {
    killedBy: 'chat.dag-refuses-an-object-as-conversation',
    description: 'POST /api/dag ignores `conversation_id` if it is an object.',
    wrap: acceptObject(dag, 'conversation_id'),
  },
  'dag-ignores-an-object-as-agent': {
    killedBy: 'chat.dag-refuses-an-object-as-agent',
    description: 'POST /api/dag ignores `agent_id` if it is an object.',
    wrap: acceptObject(dag, 'agent_id'),
  },
  'dag-looks-for-an-object-as-conversation': {
    killedBy: 'chat.dag-refuses-an-object-as-conversation',
    looksLike: (got) => got.includes('although'),
    description: 'POST /api/dag finds no conversation for a conversation_id that is an object.',
    wrap: replaceValidationError(dag, hasObject('conversation_id'), 404, 'not_found'),
  },
  'dag-looks-for-an-object-as-agent': {
    killedBy: 'chat.dag-refuses-an-object-as-agent',
    looksLike: (got) => got.includes('although'),
    description: 'POST /api/dag finds no agent for an agent_id that is an object.',
    wrap: replaceValidationError(dag, hasObject('agent_id'), 404, 'not_found'),
  },
  'react-ignores-the-body-token': {
    killedBy: 'chat.react-takes-body-token',
    description: 'POST /api/react ignores the body field `token`.',
    wrap: ignoresBodyToken(react),
  },
  'dag-ignores-the-body-token': {
    killedBy: 'chat.dag-takes-body-token',
    description: 'POST /api/dag ignores the body field `token`.',
    wrap: ignoresBodyToken(dag),
  },
  'react-ignores-the-header': {
    killedBy: 'chat.react-takes-header',
    description: 'POST /api/react reads the credential only from the body.',
    wrap: ignoresHeader(react),
  },
  'dag-ignores-the-header': {
    killedBy: 'chat.dag-takes-header',
    description: 'POST /api/dag reads the credential only from the body.',
    wrap: ignoresHeader(dag),
  },
  'dag-runs-for-people-alone': {
    killedBy: 'chat.api-key-runs-a-turn',
    description: 'POST /api/dag refuses every API key.',
    wrap: refusesKeys(dag),
  },
  'react-runs-for-people-alone': {
    killedBy: 'chat.chat-key-runs-a-turn',
    description: 'POST /api/react refuses every API key.',
    wrap: refusesKeys(react),
  },
  'react-streams-as-plain-text': {
    killedBy: 'sse.react-is-an-event-stream',
    description: 'POST /api/react labels its stream as plain text.',
    wrap: answersWith(react, 200, 'text/plain; charset=utf-8'),
  },
  'dag-streams-as-created': {
    killedBy: 'sse.dag-is-an-event-stream',
    description: 'POST /api/dag responds with 201.',
    wrap: answersWith(dag, 201, 'text/event-stream'),
  },
})
