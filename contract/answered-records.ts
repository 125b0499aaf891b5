import {
  administeredConversation,
  administeredKey,
  administeredUser,
  loggedOut,
  agentUsage,
  healthComponent,
  platformStats,
  usageAnalytics,
  auditEntry,
  settings,
} from './records/administration.ts'
import { agent } from './records/agent.ts'
import { apiKey, revoked, ticket, login, verification, session } from './records/credentials.ts'
import { callbackAnswer, channel, discoveredChats } from './records/channel.ts'
import { answeredConfirmation, confirmation } from './records/confirmation.ts'
import {
  connector,
  connectorAction,
  connectorCredentials,
  mcpCredentials,
  savedCredentials,
} from './records/connector.ts'
import {
  conversation,
  conversationWithMessages,
  message,
  injected,
  recalled,
} from './records/conversation.ts'
import { chunk, document, knowledgeBase, passages } from './records/knowledge-base.ts'
import { mcpServer, testedMcpServer } from './records/mcp-server.ts'
import { activeModels, model, toolCatalog } from './records/catalog.ts'
import { notifications, user } from './records/user.ts'
import { member, organization } from './records/organization.ts'
import { deleted, deletedCount, tested, toggled } from './records/shared.ts'
import {
  announcement,
  changed,
  dashboard,
  oauthProviders,
  ownUsage,
  registrationStatus,
  setupStatus,
  version,
} from './records/portal.ts'
import { batchResult, clearedRuns, runPlan, workflowRun } from './records/workflow-run.ts'
import { blueprintReport, workflow, workflowStats } from './records/workflow.ts'

/**
 * What operations answer with, by the names that their rows have for it. Only who describes or
 * checks answers loads it: a server that merely plays them starts without.
 */
export const answeredRecords = {
  activeModels,
  administeredConversation,
  administeredKey,
  administeredUser,
  agent,
  agentUsage,
  announcement,
  answeredConfirmation,
  apiKey,
  auditEntry,
  batchResult,
  blueprintReport,
  callbackAnswer,
  changed,
  channel,
  chunk,
  clearedRuns,
  confirmation,
  connector,
  connectorAction,
  connectorCredentials,
  conversation,
  conversationWithMessages,
  dashboard,
  deleted,
  deletedCount,
  discoveredChats,
  document,
  healthComponent,
  injected,
  knowledgeBase,
  loggedOut,
  login,
  mcpCredentials,
  mcpServer,
  member,
  message,
  model,
  notifications,
  oauthProviders,
  organization,
  ownUsage,
  passages,
  platformStats,
  recalled,
  registrationStatus,
  revoked,
  runPlan,
  savedCredentials,
  session,
  settings,
  setupStatus,
  tested,
  testedMcpServer,
  ticket,
  toggled,
  toolCatalog,
  usageAnalytics,
  user,
  verification,
  version,
  workflow,
  workflowRun,
  workflowStats,
} as const

export type AnsweredRecord = keyof typeof answeredRecords
