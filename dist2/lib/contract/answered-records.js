import { administeredConversation, administeredKey, administeredUser, loggedOut, } from './records/administered.js';
import { agent } from './records/agent.js';
import { apiKey } from './records/api-key.js';
import { auditEntry } from './records/audit-entry.js';
import { callbackAnswer, channel, discoveredChats } from './records/channel.js';
import { answeredConfirmation, confirmation } from './records/confirmation.js';
import { connector, connectorAction } from './records/connector.js';
import { conversation, conversationWithMessages, message } from './records/conversation.js';
import { agentUsage, healthComponent, platformStats, usageAnalytics } from './records/figures.js';
import { injected, recalled } from './records/injection.js';
import { chunk, document, knowledgeBase, passages } from './records/knowledge-base.js';
import { login, verification } from './records/login.js';
import { mcpServer, testedMcpServer } from './records/mcp-server.js';
import { activeModels, model } from './records/model.js';
import { notifications } from './records/notifications.js';
import { member, organization } from './records/organization.js';
import { deleted, deletedCount, tested, toggled } from './records/outcomes.js';
import { connectorCredentials, mcpCredentials, savedCredentials, } from './records/own-credentials.js';
import { announcement, changed, dashboard, oauthProviders, ownUsage, registrationStatus, revoked, setupStatus, ticket, version, } from './records/portal.js';
import { session } from './records/session.js';
import { settings } from './records/settings.js';
import { toolCatalog } from './records/tool.js';
import { user } from './records/user.js';
import { batchResult, clearedRuns, runPlan, workflowRun } from './records/workflow-run.js';
import { blueprintReport, workflow, workflowStats } from './records/workflow.js';
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
};
