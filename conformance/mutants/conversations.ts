import { member } from '../session/json.ts'
import { type Route, changeRequest, conversations } from './call.ts'
import { answerAsFirstUser } from './issued-credentials.ts'
import {
  onBody,
  onJson,
  onResponse,
  onRequest,
  onStatus,
  jsonResponse,
  acceptObject,
  mutants,
  type Mutant,
  type Wrap,
} from './wrap.ts'
import { isObject } from '../../contract/json.ts'

const { create, list, update } = conversations

/** Replaces `success` in a successful response. */
const replaceSuccess = (route: Route, success: unknown, field?: string): Wrap =>
  onJson(route, (json, { body }, status) => {
    const isMeant = field === undefined || member(body, field) !== undefined
    return status < 300 && isMeant && isObject(json) ? { ...json, success } : undefined
  })

const ignoreFieldAtCreation = (field: string): Omit<Mutant, 'id'> => ({
  killedBy: `conversations.${field.replace('_', '-')}-is-not-an-object`,
  description: `A new conversation ignores a ${field} that is an object.`,
  wrap: acceptObject(create, field),
})

/** Mutants with a fault in the operations on conversations. */
export const conversationMutants = mutants({
  'conversation-is-created': {
    killedBy: 'conversations.creation-answers-200',
    description: 'Creating a conversation responds with 201.',
    wrap: onStatus(create, { 200: 201 }),
  },
  'conversation-success-in-words': {
    killedBy: 'conversations.creation-is-a-success',
    description: '`success` is a string in the response to a new conversation.',
    wrap: replaceSuccess(create, 'ok'),
  },
  'conversation-without-mode': {
    killedBy: 'conversations.creation-takes-title-and-mode',
    description: 'Creating a conversation with a `mode` is refused.',
    wrap: onResponse(create, (_, { body }) =>
      member(body, 'mode') === 'auto' ? jsonResponse(422, { detail: [] }) : undefined,
    ),
  },
  'conversation-ignores-an-object-as-title': ignoreFieldAtCreation('title'),
  'conversation-ignores-an-object-as-mode': ignoreFieldAtCreation('mode'),
  'conversation-ignores-an-object-as-agent-id': ignoreFieldAtCreation('agent_id'),
  'conversation-ignores-an-object-as-model-name': ignoreFieldAtCreation('model_name'),
  'renaming-is-202': {
    killedBy: 'conversations.renaming-answers-200',
    description: 'Renaming a conversation responds with 202.',
    wrap: onStatus(update, { 200: 202 }),
  },
  'renaming-has-no-effect': {
    killedBy: 'conversations.renaming-shows',
    description: 'A new title of a conversation is accepted but not stored.',
    wrap: onBody(update, ({ title, ...body }) => (title === undefined ? undefined : body)),
  },
  'created-title-cut': {
    killedBy: 'conversations.created-title-is-listed',
    description: 'A new conversation keeps the first word of its title.',
    wrap: onBody(create, ({ title, ...body }) =>
      typeof title === 'string' ? { ...body, title: title.split(' ')[0] } : undefined,
    ),
  },
  'mode-chosen-at-the-creation': {
    killedBy: 'conversations.mode-is-listed',
    description: 'A new conversation for `auto` is stored with the mode react.',
    wrap: onBody(create, (body) =>
      body['mode'] === 'auto' ? { ...body, mode: 'react' } : undefined,
    ),
  },
  'conversation-forgets-its-agent': {
    killedBy: 'conversations.agent-shows',
    description: 'A new conversation forgets the agent that it was created with.',
    wrap: onBody(create, ({ agent_id: agent, ...body }) =>
      typeof agent === 'string' ? body : undefined,
    ),
  },
  'starring-has-no-effect': {
    killedBy: 'conversations.starred-is-listed',
    description: 'The starring of a conversation is accepted and forgotten.',
    wrap: onBody(update, ({ starred, ...body }) => (starred === undefined ? undefined : body)),
  },
  'star-never-taken-away': {
    killedBy: 'conversations.starred-is-listed',
    looksLike: (got) => got === 'true',
    description: 'A star cannot be taken away.',
    wrap: onBody(update, ({ starred, ...body }) => (starred === false ? body : undefined)),
  },
  'renaming-takes-the-star-away': {
    killedBy: 'conversations.update-keeps-other-fields',
    description: 'A renaming sets every other field to its default.',
    wrap: onBody(update, (body) =>
      body['starred'] === undefined ? { ...body, starred: false } : undefined,
    ),
  },
  'update-takes-one-field': {
    killedBy: 'conversations.update-takes-both-fields',
    description: 'An update with a title ignores every other field.',
    wrap: onBody(update, ({ starred, ...body }) =>
      starred !== undefined && body['title'] !== undefined ? body : undefined,
    ),
  },
  'titles-in-latin-1': {
    killedBy: 'conversations.title-keeps-every-character',
    description: 'A title is stored in ISO 8859-1: every other character becomes a question mark.',
    wrap: onBody(update, ({ title, ...body }) =>
      typeof title === 'string' && /[\u0100-\u{10ffff}]/u.test(title)
        ? { ...body, title: title.replaceAll(/[\u0100-\u{10ffff}]/gu, '?') }
        : undefined,
    ),
  },
  'titles-without-emoji': {
    killedBy: 'conversations.title-keeps-every-character',
    looksLike: (got) => !got.includes('?'),
    description: 'A title loses the characters beyond the basic plane of Unicode.',
    wrap: onBody(update, ({ title, ...body }) =>
      typeof title === 'string' && /[\u{10000}-\u{10ffff}]/u.test(title)
        ? { ...body, title: title.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '') }
        : undefined,
    ),
  },
  'starring-fails-in-words': {
    killedBy: 'conversations.starring-answers-200',
    description: 'Starring a conversation responds with 200 and `success` false.',
    wrap: replaceSuccess(update, false, 'starred'),
  },
  'update-ignores-an-object-as-title': {
    killedBy: 'conversations.update-title-is-not-an-object',
    description: 'An update ignores `title` if it is an object.',
    wrap: acceptObject(update, 'title'),
  },
  'update-ignores-an-object-as-starred': {
    killedBy: 'conversations.update-starred-is-not-an-object',
    description: 'An update ignores `starred` if it is an object.',
    wrap: acceptObject(update, 'starred'),
  },
  'unknown-conversation-is-400': {
    killedBy: 'conversations.unknown-is-404',
    description: 'Updating an unknown conversation responds with 400.',
    wrap: onStatus(update, { 404: 400 }),
  },
  'anyone-changes-a-conversation': {
    killedBy: 'conversations.other-user-cannot-change-it',
    description: 'Any user can change any conversation.',
    wrap: answerAsFirstUser(update),
  },
  'anyone-stars-a-conversation': {
    killedBy: 'conversations.other-user-cannot-change-it',
    description: 'Any user can star any conversation.',
    wrap: answerAsFirstUser(update, ({ body }) => member(body, 'title') === undefined),
  },
  'anyone-sees-all-conversations': {
    killedBy: 'conversations.other-user-does-not-see-it',
    description: 'The list shows the conversations of another user.',
    wrap: answerAsFirstUser(list),
  },
  'search-of-200-characters-refused': {
    killedBy: 'conversations.search-takes-1-to-200-characters',
    description: 'The search text is limited to 199 characters.',
    wrap: onResponse(list, (_, { query }) =>
      [...query.values()].some((value) => value.length === 200)
        ? jsonResponse(422, { detail: [] })
        : undefined,
    ),
  },
  'search-of-201-characters-taken': {
    killedBy: 'conversations.search-refuses-0-and-201-characters',
    description: 'A search may have any number of characters.',
    wrap: onRequest(list, (call) => {
      const [name] = [...call.query].find(([, value]) => value.length === 201) ?? []
      const path = `${call.path}?${name}=${'x'.repeat(200)}`
      return name === undefined ? undefined : changeRequest(call, { path })
    }),
  },
  'search-of-any-length-taken': {
    killedBy: 'conversations.search-refuses-0-and-201-characters',
    description: 'A search may be empty, and have any number of characters.',
    wrap: onRequest(list, (call) => {
      const [name, value] = [...call.query].find(([, text]) => /^(?:x{201})?$/.test(text)) ?? []
      if (name === undefined) return undefined
      const path = value === '' ? call.path : `${call.path}?${name}=${'x'.repeat(200)}`
      return changeRequest(call, { path })
    }),
  },
  'empty-search-taken': {
    killedBy: 'conversations.search-refuses-0-and-201-characters',
    description: 'An empty search text is ignored.',
    wrap: onRequest(list, (call) =>
      [...call.query.values()].includes('') ? changeRequest(call, { path: call.path }) : undefined,
    ),
  },
})
