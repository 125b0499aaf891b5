/**
 * A typed client of the platform: sign-in, refresh, resources, and turns that resume after a lost
 * connection.
 *
 * - `createClient` creates it; `Client` has a property for each resource.
 * - `TurnEvent` is an event of a turn, `RunEvent` an event of a workflow run.
 * - It throws `ApiError` for an error response, and `StreamInterruptedError` for a lost stream.
 *
 * @example
 * ```ts
 * import { createClient } from 'agent-understudy/client'
 *
 * const client = createClient({ baseUrl: 'http://127.0.0.1:4010' })
 * for await (const { event, data } of client.react({ q: 'Hi', conversationId: null }))
 *   console.log(event, data)
 * ```
 * @module
 */

export { ApiError, type ApiErrorCode, type FieldProblem } from '../client/errors.ts'
export type { CallOptions, RequestOptions } from '../client/requester.ts'
export { type Client, type ClientOptions, createClient } from '../client/create-client.ts'
export type {
  AnswerStep,
  ThinkingStep,
  ToolStep,
  TurnEvent,
  TurnEventData,
  TurnEventName,
  UnknownEvent,
} from '../client/events/turn-event.ts'
export type { List, Page, PageQuery } from '../client/page.ts'
export type { AnsweredConfirmation } from '../client/resources/confirmations.ts'
export type {
  ConversationWithMessages,
  CreatedConversation,
} from '../client/resources/conversations.ts'
export type { CreatedKey, NewKey } from '../client/resources/account.ts'
export type { Session } from '../client/session.ts'
export type { Credentials, LoginOutcome, SecondFactor } from '../client/sign-in.ts'
export type { TurnOptions } from '../client/streams/read-turn.ts'
export { type InterruptedReason, StreamInterruptedError } from '../client/errors.ts'
export type { RunEvent } from '../client/streams/runs.ts'
export type { Question, Turn } from '../client/streams/turns.ts'
export type { Fetch } from '../client/transport.ts'
export type { SystemClock } from '../client/system-clock.ts'
export type { Agent } from '../contract/records/agent.ts'
export type { ApiKey } from '../contract/records/credentials.ts'
export type { Confirmation } from '../contract/records/confirmation.ts'
export type { Conversation, Message } from '../contract/records/conversation.ts'
export type {
  KnowledgeBase,
  KnowledgeDocument,
  Passage,
} from '../contract/records/knowledge-base.ts'
export type { User } from '../contract/records/user.ts'
export type { Workflow } from '../contract/records/workflow.ts'
export type { WorkflowRun } from '../contract/records/workflow-run.ts'
