import { isObject, member } from '../session/json.ts'
import { type Route, changeRequest, conversations } from './call.ts'
import { answerAsFirstUser } from './issued-credentials.ts'
import {
  onBody,
  onJson,
  onReply,
  onRequest,
  onStatus,
  jsonReply,
  takesObject,
  type Mutant,
  type Wrap,
} from './wrap.ts'

const { create, list, update } = conversations

/** Says in another way that it was a success. */
const successIs = (route: Route, success: unknown, field?: string): Wrap =>
  onJson(route, (json, { body }, status) => {
    const isMeant = field === undefined || member(body, field) !== undefined
    return status < 300 && isMeant && isObject(json) ? { ...json, success } : undefined
  })

const creationIgnores = (field: string): Mutant => ({
  id: `conversation-ignores-an-object-as-${field.replace('_', '-')}`,
  breaks: `conversations.${field.replace('_', '-')}-is-not-an-object`,
  says: `A new conversation ignores a ${field} that is an object.`,
  wrap: takesObject(create, field),
})

/** Wrong in what conversations do. */
export const conversationMutants: readonly Mutant[] = [
  {
    id: 'conversation-is-created',
    breaks: 'conversations.creation-answers-200',
    says: 'A new conversation answers 201.',
    wrap: onStatus(create, { 200: 201 }),
  },
  {
    id: 'conversation-success-in-words',
    breaks: 'conversations.creation-is-a-success',
    says: 'The success of a new conversation is a word.',
    wrap: successIs(create, 'ok'),
  },
  {
    id: 'conversation-without-mode',
    breaks: 'conversations.creation-takes-title-and-mode',
    says: 'A new conversation may not name its mode.',
    wrap: onReply(create, (_, { body }) =>
      member(body, 'mode') === 'auto' ? jsonReply(422, { detail: [] }) : undefined,
    ),
  },
  creationIgnores('title'),
  creationIgnores('mode'),
  creationIgnores('agent_id'),
  creationIgnores('model_name'),
  {
    id: 'renaming-is-202',
    breaks: 'conversations.renaming-answers-200',
    says: 'The renaming of a conversation answers 202.',
    wrap: onStatus(update, { 200: 202 }),
  },
  {
    id: 'renaming-has-no-effect',
    breaks: 'conversations.renaming-shows',
    says: 'The renaming of a conversation is accepted and forgotten.',
    wrap: onBody(update, ({ title, ...body }) => (title === undefined ? undefined : body)),
  },
  {
    id: 'starring-fails-in-words',
    breaks: 'conversations.starring-answers-200',
    says: 'The starring of a conversation answers 200 and is no success.',
    wrap: successIs(update, false, 'starred'),
  },
  {
    id: 'update-ignores-an-object-as-title',
    breaks: 'conversations.update-title-is-not-an-object',
    says: 'An update ignores a title that is an object.',
    wrap: takesObject(update, 'title'),
  },
  {
    id: 'update-ignores-an-object-as-starred',
    breaks: 'conversations.update-starred-is-not-an-object',
    says: 'An update ignores a starred that is an object.',
    wrap: takesObject(update, 'starred'),
  },
  {
    id: 'unknown-conversation-is-400',
    breaks: 'conversations.unknown-is-404',
    says: 'The update of an unknown conversation is 400.',
    wrap: onStatus(update, { 404: 400 }),
  },
  {
    id: 'anyone-changes-a-conversation',
    breaks: 'conversations.other-user-cannot-change-it',
    says: 'Any user can change any conversation.',
    wrap: answerAsFirstUser(update),
  },
  {
    id: 'anyone-sees-all-conversations',
    breaks: 'conversations.other-user-does-not-see-it',
    says: 'The list shows the conversations of another user.',
    wrap: answerAsFirstUser(list),
  },
  {
    id: 'search-of-200-characters-refused',
    breaks: 'conversations.search-takes-1-to-200-characters',
    says: 'A search may have 199 characters.',
    wrap: onReply(list, (_, { query }) =>
      [...query.values()].some((value) => value.length === 200)
        ? jsonReply(422, { detail: [] })
        : undefined,
    ),
  },
  {
    id: 'empty-search-taken',
    breaks: 'conversations.search-refuses-0-and-201-characters',
    says: 'An empty search is ignored.',
    wrap: onRequest(list, (call) =>
      [...call.query.values()].includes('') ? changeRequest(call, { path: call.path }) : undefined,
    ),
  },
]
