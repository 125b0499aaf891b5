import {
  administeredConversation,
  administeredKey,
  administeredUser,
  loggedOut,
} from './records/administered.ts'
import { agent } from './records/agent.ts'
import { apiKey } from './records/api-key.ts'
import { auditEntry } from './records/audit-entry.ts'
import { callbackAnswer, channel, discoveredChats } from './records/channel.ts'
import { answeredConfirmation, confirmation } from './records/confirmation.ts'
import { connector, connectorAction } from './records/connector.ts'
import { conversation, conversationWithMessages, message } from './records/conversation.ts'
import { agentUsage, healthComponent, platformStats, usageAnalytics } from './records/figures.ts'
import { injected, recalled } from './records/injection.ts'
import { chunk, document, knowledgeBase, passages } from './records/knowledge-base.ts'
import { login, verification } from './records/login.ts'
import { mcpServer, testedMcpServer } from './records/mcp-server.ts'
import { activeModels, model } from './records/model.ts'
import { notifications } from './records/notifications.ts'
import { member, organization } from './records/organization.ts'
import { deleted, deletedCount, tested, toggled } from './records/outcomes.ts'
import {
  connectorCredentials,
  mcpCredentials,
  savedCredentials,
} from './records/own-credentials.ts'
import {
  announcement,
  changed,
  dashboard,
  oauthProviders,
  ownUsage,
  registrationStatus,
  revoked,
  setupStatus,
  ticket,
  version,
} from './records/portal.ts'
import { session } from './records/session.ts'
import { settings } from './records/settings.ts'
import { toolCatalog } from './records/tool.ts'
import { user } from './records/user.ts'
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
