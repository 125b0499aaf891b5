import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { ownLimits } from '../../contract/limits.ts'
import type { StoredUser } from '../../contract/records/user.ts'
import type { ExpressionScope } from '../world/wire.ts'
import { conversationOwner } from '../world/store.ts'
import type { World } from '../world/world.ts'
import { keptPlace, withKeptFields } from './kept-fields.ts'
import type { PipelineContext } from './request-context.ts'
import { settingsOf } from './settings.ts'

/** What the expressions of a profile can use for the response to a request. */
export function expressionScope(context: PipelineContext): ExpressionScope {
  const { world, knownCaller, params, query, body } = context
  const user = knownCaller === undefined ? null : shownUser(knownCaller.user)
  const variables = { user, params, query: query ?? {}, body: body ?? {} }
  return createScope(world, variables, keptPlace(context))
}

/** What expressions can use for a request whose caller and input are not read yet. */
export const requestScope = (
  world: World,
  params: Readonly<Record<string, string>>,
): ExpressionScope => createScope(world, { params })

const createScope = (
  world: World,
  variables: Readonly<Record<string, unknown>>,
  place?: string,
): ExpressionScope => ({
  variables: { ...variables, now: world.clock.iso() },
  stepsLeft: ownLimits.expressionSteps,
  seeded(text) {
    const [a = 0, b = 0, c = 0, d = 0] = sha256(utf8ToBytes(`${world.seed}\n${text}`))
    return (a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d) / 2 ** 32
  },
  recordKinds: Object.keys(sources),
  record: (kind, id) => withKeptFields(world, sources[kind]?.(world).get(id)),
  records(kind, parent) {
    const source = sources[kind]?.(world)
    const found = parent === undefined ? source?.values() : childrenOf(world, kind, parent)
    return [...(found ?? [])].map((one) => withKeptFields(world, one))
  },
  withKept: (record) => withKeptFields(world, record, place),
})

/** Records of one kind by their ids. */
type Source = { get(id: string): unknown; values(): Iterable<unknown> }

/** The records that belong to a user, a conversation, a knowledge base or a workflow. */
function childrenOf({ store }: World, kind: string, parent: string): readonly unknown[] {
  if (kind === 'conversations')
    return store.conversations.owned(conversationOwner(parent, 'active'), 'newest')
  if (kind === 'messages') return store.messages.owned(parent, 'oldest')
  if (kind === 'documents') return store.documents.owned(parent, 'oldest')
  return kind === 'workflow_runs' ? store.workflowRuns.owned(parent, 'newest') : []
}

/** The records that expressions can read, by the names that fixtures use. Keys have none. */
const sources: Readonly<Record<string, (world: World) => Source>> = {
  users: ({ store: { users } }) => ({
    get(id) {
      const user = users.get(id)
      return user && shownUser(user)
    },
    values: () => [...users.values()].map(shownUser),
  }),
  agents: ({ store }) => store.agents,
  conversations: ({ store }) => store.conversations,
  knowledge_bases: ({ store }) => store.knowledgeBases,
  documents: ({ store }) => store.documents,
  organizations: ({ store }) => store.organizations,
  connectors: ({ store }) => store.connectors,
  models: ({ store }) => store.models,
  workflows: ({ store }) => store.workflows,
  workflow_runs: ({ store }) => store.workflowRuns,
  messages: ({ store }) => store.messages,
  mcp_servers: ({ store }) => store.mcpServers,
  settings: (world) => ({
    get: () => settingsOf(world.store),
    values: () => [settingsOf(world.store)],
  }),
}

const shownUser = ({ id, email, display_name, is_admin, created_at }: StoredUser) => ({
  id,
  email,
  display_name,
  is_admin,
  created_at,
})
