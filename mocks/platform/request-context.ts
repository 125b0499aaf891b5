import type * as z from 'zod/mini'
import type { Operation, OperationInput } from '../../contract/operations/operation.ts'
import { type OperationId, operations } from '../../contract/operations.ts'
import type { StoredAgent } from '../../contract/records/agent.ts'
import type { StoredApiKey } from '../../contract/records/credentials.ts'
import type { StoredChannel } from '../../contract/records/channel.ts'
import type { ConnectorAction, StoredConnector } from '../../contract/records/connector.ts'
import type { StoredConfirmation } from '../../contract/records/confirmation.ts'
import type { Conversation } from '../../contract/records/conversation.ts'
import type { StoredDocument, StoredKnowledgeBase } from '../../contract/records/knowledge-base.ts'
import type { StoredMcpServer } from '../../contract/records/mcp-server.ts'
import type { Membership, StoredOrganization } from '../../contract/records/organization.ts'
import type { StoredUser } from '../../contract/records/user.ts'
import type { WorkflowRun } from '../../contract/records/workflow-run.ts'
import type { StoredWorkflow } from '../../contract/records/workflow.ts'
import type { Behaviour } from '../world/behaviour.ts'
import type { PlainRequest } from '../world/exchange.ts'
import type { World } from '../world/world.ts'

/** A body as it was received; what is wrong with it is kept, and thrown by `validate`. */
export type RequestBody = {
  /** The parsed JSON; `undefined` where there was none or it could not be parsed. */
  readonly value: unknown
  readonly problem: 'too-large' | 'unreadable' | undefined
  /** The body as it came; signatures are of it. */
  readonly text: string
  /** Where the parser stopped, in characters. */
  readonly position: number
  /** Whether the content type says JSON, or nothing. */
  readonly isJsonType: boolean
}

/** The credentials that a request carries, by place. */
export type Credentials = {
  /** Scheme and value of the `Authorization` header. */
  readonly header: { readonly scheme: string; readonly value: string } | undefined
  readonly body: string | undefined
}

/** Who calls, and what the credential allows. */
export type Caller = {
  readonly user: StoredUser
  /** The key that was used, for a call with one. */
  readonly key: StoredApiKey | undefined
  /** What a scoped key may; `undefined` is full access. */
  readonly scopes: ReadonlySet<string> | undefined
  /** When the credential expires, in milliseconds since 1970. */
  readonly expiresAt: number | undefined
  /** The session that an access token belongs to. */
  readonly session: string | undefined
}

/** The records that `find` can lead to. */
export type LoadableResources = {
  'api-key': StoredApiKey
  conversation: Conversation
  user: StoredUser
  agent: StoredAgent
  'knowledge-base': StoredKnowledgeBase
  document: StoredDocument
  connector: StoredConnector
  'connector-action': {
    readonly id: string
    readonly connector: StoredConnector
    readonly action: ConnectorAction
  }
  'mcp-server': StoredMcpServer
  organization: StoredOrganization
  member: {
    readonly id: string
    readonly organization: StoredOrganization
    readonly membership: Membership
  }
  channel: StoredChannel
  confirmation: StoredConfirmation
  workflow: StoredWorkflow
  'workflow-run': WorkflowRun
}

/** What is known of a call before it is judged. */
type RequestFacts = Pick<
  RequestContext,
  'request' | 'id' | 'params' | 'input' | 'rawBody' | 'credentials' | 'world' | 'behaviour'
>

/** One call on its way through the stages to its route. */
export class RequestContext {
  readonly request: PlainRequest
  readonly id: OperationId
  readonly endpoint: Operation
  readonly params: Readonly<Record<string, string>>
  /** What the operation takes in this deployment. */
  readonly input: OperationInput
  readonly rawBody: RequestBody
  readonly credentials: Credentials
  readonly world: World
  readonly behaviour: Behaviour
  /** The body and the query once `validate` has passed. */
  body: unknown
  query: unknown
  loaded: LoadableResources[keyof LoadableResources] | undefined
  /** The scenario that a turn plays, where one was chosen. */
  scenario: string | undefined
  #caller: Caller | undefined

  constructor(about: RequestFacts) {
    this.request = about.request
    this.id = about.id
    this.endpoint = operations[about.id]
    this.params = about.params
    this.input = about.input
    this.rawBody = about.rawBody
    this.credentials = about.credentials
    this.world = about.world
    this.behaviour = about.behaviour
  }

  /** The caller; only operations that are public have none. */
  get caller(): Caller {
    if (this.#caller === undefined) throw new Error(`${this.id} was routed without a caller.`)
    return this.#caller
  }

  /** The caller as far as it was found out who calls. */
  get knownCaller(): Caller | undefined {
    return this.#caller
  }

  set caller(caller: Caller) {
    this.#caller = caller
  }

  /** The validated body, as the schema of the endpoint has it. */
  bodyAs<Schema extends z.ZodMiniType>(_schema: Schema): z.infer<Schema> {
    return this.body as z.infer<Schema>
  }

  /** The record that `find` led to. */
  resource<Kind extends keyof LoadableResources>(_kind: Kind): LoadableResources[Kind] {
    return this.loaded as LoadableResources[Kind]
  }
}
