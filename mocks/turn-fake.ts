import * as z from 'zod/mini'
import { canonicalDate } from '../contract/canonical-date.ts'
import { type StoredAgent, storedAgent } from '../contract/records/agent.ts'
import { conversation, message } from '../contract/records/conversation.ts'
import { storedUser } from '../contract/records/user.ts'
import type { ForeignRecord, TurnFake } from '../traffic/journal/turn-fake.ts'
import type { Core } from './core.ts'
import { deleteRecord } from './platform/records/delete-record.ts'
import { recordDefaults } from './platform/records/complete-records.ts'
import { createAccessToken } from './world/tokens.ts'
import type { World } from './world/world.ts'

const accessTokenSeconds = 600

/** The maximum number of remembered confirmations. Above it, the oldest is forgotten. */
const maxConfirmations = 1000

const recordShapes = {
  users: storedUser.shape,
  agents: storedAgent.shape,
  conversations: conversation.shape,
  messages: message.shape,
}

/**
 * Lets a fake play turns for another deployment. The fake needs no control API.
 *
 * @example
 * const proxy = await startProxy({ to, substitute: createFakeTurns(createTurnFake(createFake({ fixture }))) })
 */
export function createTurnFake({ fetch, world }: Pick<Core, 'fetch' | 'world'>): TurnFake {
  const change = <Result>(act: (of: World) => Result): Result => {
    const of = world()
    const result = act(of)
    of.changes.commit()
    return result
  }
  return {
    fetch,
    putUser: (user) => change((of) => putUser(of, user)),
    putAgent: (agent) =>
      change(({ store, clock }) => {
        const known = store.agents.get(agent.id)
        const fields = {
          ...(known ?? { ...recordDefaults.agents, user_id: '', created_at: clock.iso() }),
          ...knownFields('agents', agent),
          ...sharedAgentFields,
        }
        const { id, name = 'Agent' } = fields as { id: string; name?: string }
        if (known === undefined) store.agents.insert({ ...fields, id, name })
        else store.agents.update(known, fields)
      }),
    putConversation: (owner, one, messages) =>
      change((of) => {
        putConversation(of, owner, one)
        for (const each of messages) putMessage(of, one.id, each)
      }),
    forget: (kind, id) => change((of) => deleteRecord(of, kind, id)),
    hasConfirmation: (id) => world().store.confirmations.get(id) !== undefined,
    tokenOf(userId) {
      const user = world().store.users.get(userId)
      if (user === undefined)
        throw new RangeError(`No user has the id \`${userId}\`. Pass the id of an existing user.`)
      return change((of) => {
        dropOldConfirmations(of)
        return createAccessToken(of, user, accessTokenSeconds)
      })
    },
  }
}

/** The deployment let the caller read the record, so the caller may use it, but not change it here. */
const sharedAgentFields: Partial<StoredAgent> = {
  kb_ids: [],
  connector_ids: [],
  mcp_server_ids: [],
  org_id: null,
  visibility: 'global',
  publish_status: 'approved',
  status: 'published',
}

function putUser(world: World, user: ForeignRecord & { readonly email: string }): string {
  const { store, clock, random } = world
  const byEmail = store.users.inCreationOrder().find(({ email }) => email === user.email)
  const known = store.users.get(user.id) ?? byEmail
  const { id, ...fields } = knownFields('users', user)
  // No limits here: the deployment itself refuses restricted users and counts tokens.
  const free = { is_restricted: false, token_quota: null }
  if (known !== undefined) return store.users.update(known, { ...fields, ...free }).id
  return store.users.insert({
    ...recordDefaults.users,
    username: user.email.replace(/@.*/, ''),
    password: random.id('password', id),
    created_at: clock.iso(),
    ...fields,
    ...free,
    email: user.email,
    id,
  }).id
}

function putConversation({ store, clock }: World, owner: string, foreign: ForeignRecord): void {
  const known = store.conversations.get(foreign.id)
  const fields = {
    ...knownFields('conversations', foreign),
    user_id: owner,
    kb_ids: [],
    status: 'active' as const,
  }
  if (known !== undefined) store.conversations.update(known, fields)
  else
    store.conversations.insert({
      ...recordDefaults.conversations,
      created_at: clock.iso(),
      ...fields,
    })
}

function putMessage({ store, clock }: World, conversationId: string, foreign: ForeignRecord): void {
  if (store.messages.get(foreign.id) !== undefined) return
  const fields = knownFields('messages', foreign)
  const { role } = fields
  if (role === undefined) return
  store.messages.insert({
    content: null,
    message_type: role === 'user' ? 'text' : 'done',
    created_at: clock.iso(),
    ...fields,
    role,
    // The deployment stores the metadata of the answer.
    metadata: null,
    conversation_id: conversationId,
  })
}

function dropOldConfirmations({ store }: World): void {
  if (store.confirmations.size <= maxConfirmations) return
  const all = store.confirmations.inCreationOrder()
  for (const { id } of all.slice(0, -maxConfirmations)) store.confirmations.delete(id)
}

type ForeignRecordKind = keyof typeof recordShapes
type KnownFields<K extends ForeignRecordKind> = Partial<
  z.infer<z.ZodMiniObject<(typeof recordShapes)[K]>>
> & {
  id: string
}

/** Returns the fields that the fake knows and whose values are valid. Dates may have any form. */
function knownFields<K extends ForeignRecordKind>(kind: K, record: ForeignRecord): KnownFields<K> {
  const known = Object.entries(
    recordShapes[kind] as Readonly<Record<string, z.ZodMiniType>>,
  ).flatMap(([name, schema]) => {
    const given = record[name]
    const isDate = name.endsWith('_at') && typeof given === 'string'
    const value = isDate ? canonicalDate(given) : given
    return value !== undefined && schema.safeParse(value).success ? [[name, value] as const] : []
  })
  return { ...Object.fromEntries(known), id: record.id } as KnownFields<K>
}
