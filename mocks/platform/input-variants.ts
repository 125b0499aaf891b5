import * as z from 'zod/mini'
import { channelsQuery, newChannelBody } from '../../contract/operations/channels.ts'
import { chatBody, resumeBody } from '../../contract/operations/chat.ts'
import {
  conversationsQuery,
  createConversationBody,
  updateConversationBody,
} from '../../contract/operations/conversations.ts'
import { connectorActionBody, connectorBody } from '../../contract/operations/connectors.ts'
import { mcpServerBody } from '../../contract/operations/mcp-servers.ts'
import { organizationBody } from '../../contract/operations/organizations.ts'
import { createKeyBody } from '../../contract/operations/keys.ts'
import type { OperationInput } from '../../contract/operations/operation.ts'
import type { OperationId } from '../../contract/operations.ts'
import type { Policy } from '../world/behaviour.ts'

export type InputVariants = { [Id in OperationId]?: OperationInput }

/** The inputs in which a deployment with this policy differs from the contract. */
export const inputVariants = (policy: Policy): InputVariants => ({
  ...conversationVariants(policy),
  ...channelVariants(policy),
  ...partialVariants(policy),
  ...publishVariants(policy),
  ...chatVariants(policy),
  ...keyVariants(policy),
})

/** The search parameter, the modes and the knowledge bases of conversations. */
function conversationVariants({ conversations }: Policy): InputVariants {
  const { searchParameter, acceptsAnyMode, acceptsKnowledgeBases } = conversations
  const { exportFormats, needsExportFormat } = conversations
  let query: z.ZodMiniObject = conversationsQuery
  if (searchParameter !== 'q')
    query = z.extend(z.omit(conversationsQuery, { q: true }), {
      [searchParameter]: conversationsQuery.shape.q,
    })
  let creation: z.ZodMiniObject = createConversationBody
  if (acceptsAnyMode) creation = z.extend(creation, { mode: z.nullish(z.string()) })
  let change: z.ZodMiniObject = updateConversationBody
  if (!acceptsKnowledgeBases) {
    creation = z.omit(creation, { kb_ids: true })
    change = z.omit(change, { kb_ids: true })
  }
  return {
    'conversations.list': { query },
    'conversations.create': { body: creation },
    'conversations.update': { body: change },
    'conversations.export': { query: exportVariant(exportFormats, needsExportFormat) },
  }
}

function exportVariant(formats: readonly string[], isRequired: boolean): z.ZodMiniObject {
  const format = z.enum(formats)
  return z.object({ format: isRequired ? format : z.optional(format) })
}

const partialBody = ({ shape }: z.ZodMiniObject): OperationInput => ({
  body: z.object(
    Object.fromEntries(Object.entries(shape).map(([name, of]) => [name, z.nullish(of)])),
  ),
})

/** Some deployments leave the fields unchanged that a `PUT` does not set. */
function partialVariants({ connections }: Policy): InputVariants {
  if (!connections.updatesPartly) return {}
  return {
    'connectors.replace': partialBody(connectorBody),
    'connectors.replace-action': partialBody(connectorActionBody),
    'mcp-servers.replace': partialBody(mcpServerBody),
    'orgs.replace': partialBody(organizationBody),
  }
}

/** Some deployments require the audience of a publication. Its values are checked by the route. */
function publishVariants({ connections }: Policy): InputVariants {
  if (connections.audienceField === 'visibility') return {}
  const body = z.object({
    scope: z.string(),
    org_id: z.nullish(z.string()),
    allow_fallback: z.nullish(z.boolean()),
  })
  return {
    'agents.publish': { body },
    'connectors.publish': { body },
    'knowledge-bases.publish': { body },
    'workflows.publish': { body },
  }
}

const organization = { org_id: z.string() }

/** Some deployments require an organization with every channel. */
function channelVariants({ connections }: Policy): InputVariants {
  if (!connections.channelsNeedOrganization) return {}
  return {
    'channels.list': { query: z.extend(channelsQuery, organization) },
    'channels.create': { body: z.extend(newChannelBody, organization) },
  }
}

const anything = z.unknown().check(z.refine((value) => value !== undefined))

/** The length limit of a chat query, and the schema of the cursor of a resume. */
function chatVariants({ turns, resume }: Policy): InputVariants {
  const { longestQuery } = turns
  const text = longestQuery === undefined ? z.string() : z.string().check(z.maxLength(longestQuery))
  const body = z.extend(chatBody, { q: turns.needsQuery ? text : z.prefault(text, '') })
  const cursor = resume.validatesCursor ? resumeBody.shape.cursor : anything
  return {
    'chat.react': { body },
    'chat.dag': { body },
    'chat.auto': { body },
    'chat.resume': {
      body: z.extend(resumeBody, { cursor: resume.needsCursor ? cursor : z.optional(cursor) }),
    },
  }
}

/** The name of the expiry of a new key. */
function keyVariants({ keys: { expiryField } }: Policy): InputVariants {
  if (expiryField === 'expires_at') return {}
  const { expires_at } = createKeyBody.shape
  const rest = z.omit(createKeyBody, { expires_at: true })
  return {
    'keys.create': { body: z.extend(rest, { [expiryField]: expires_at }) },
  }
}
