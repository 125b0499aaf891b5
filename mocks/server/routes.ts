import type { OperationId } from '../../contract/operations.ts'
import { accountRoutes } from '../platform/account/routes.ts'
import { adminRoutes } from '../platform/admin/routes.ts'
import { adminUserRoutes } from '../platform/admin/users.ts'
import { agentRoutes } from '../platform/agents/routes.ts'
import { confirmationRoutes } from '../platform/approvals/routes.ts'
import { authRoutes } from '../platform/auth/routes.ts'
import { channelRoutes } from '../platform/channels/routes.ts'
import { chatRoutes } from '../platform/chat/routes.ts'
import { connectorRoutes } from '../platform/connectors/routes.ts'
import { conversationRoutes } from '../platform/conversations/routes.ts'
import { keyRoutes } from '../platform/keys/routes.ts'
import { knowledgeBaseRoutes } from '../platform/knowledge-bases/routes.ts'
import { mcpServerRoutes } from '../platform/mcp-servers/routes.ts'
import { organizationRoutes } from '../platform/organizations/routes.ts'
import { portalRoutes } from '../platform/portal/routes.ts'
import type { PipelineContext } from '../platform/request-context.ts'
import { workflowRoutes } from '../platform/workflows/routes.ts'

const allRoutes = {
  ...authRoutes,
  ...accountRoutes,
  ...portalRoutes,
  ...keyRoutes,
  ...conversationRoutes,
  ...agentRoutes,
  ...connectorRoutes,
  ...mcpServerRoutes,
  ...organizationRoutes,
  ...channelRoutes,
  ...adminRoutes,
  ...adminUserRoutes,
  ...chatRoutes,
  ...confirmationRoutes,
  ...knowledgeBaseRoutes,
  ...workflowRoutes,
} satisfies Readonly<Record<OperationId, unknown>>

/** The routes of all operations. The checks set the query, the body and the record that each route expects. */
export const routes = allRoutes as unknown as Readonly<
  Record<OperationId, (context: PipelineContext) => unknown>
>
