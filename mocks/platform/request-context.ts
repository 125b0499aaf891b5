import type {
  BodyOf,
  LoadedKindOf,
  Operation,
  OperationInput,
  QueryOf,
} from '../../contract/operations/operation.ts'
import type { OperationId } from '../../contract/operations.ts'
import type { RecordOf } from '../../contract/fixture.ts'
import type { KindOfResource } from '../../contract/kinds.ts'
import type { StoredApiKey } from '../../contract/records/credentials.ts'
import type { ConnectorAction, StoredConnector } from '../../contract/records/connector.ts'
import type { Membership, StoredOrganization } from '../../contract/records/organization.ts'
import type { StoredUser } from '../../contract/records/user.ts'
import type { Behaviour } from '../world/behaviour.ts'
import type { PlainRequest } from '../../contract/plain-http.ts'
import type { JournalNote } from '../../traffic/journal/journal-entry.ts'
import type { World } from '../world/world.ts'
import type { TurnModel } from './turn-model.ts'

/** A request body as received. `validate` throws for a body with a `problem`. */
export type RequestBody = {
  /** The parsed JSON; `undefined` for an empty or unreadable body. */
  readonly value: unknown
  readonly problem: 'too-large' | 'unreadable' | undefined
  /** The raw body; signatures are computed over it. */
  readonly text: string
  /** The length of the raw body in bytes. If the body was too large to read, this is the limit. */
  readonly bytes: number
  /** The index of the character at which parsing failed. */
  readonly position: number
  /** Whether the content type is JSON or absent. */
  readonly isJsonType: boolean
  /** The uploaded files by form field. A body that is not a form is one file with an empty name. */
  readonly files?: ReadonlyMap<string, UploadedFile>
}

export type UploadedFile = {
  readonly name: string
  /** The content type as it was sent. */
  readonly type: string
  readonly bytes: Uint8Array
}

/** The credentials of a request: in the header and in the body. */
export type Credentials = {
  /** Scheme and value of the `Authorization` header. */
  readonly header: { readonly scheme: string; readonly value: string } | undefined
  readonly body: string | undefined
}

/** The user who sent a request, and the permissions of the credential. */
export type Caller = {
  readonly user: StoredUser
  /** The API key; `undefined` for an access token. */
  readonly key: StoredApiKey | undefined
  /** The scopes of a scoped key; `undefined` is full access. */
  readonly scopes: ReadonlySet<string> | undefined
  /** The expiry of the credential, in milliseconds since 1970; `undefined` if it never expires. */
  readonly expiresAt: number | undefined
  /** The id of the session, if the caller sent an access token. */
  readonly session: string | undefined
}

/** The records that an operation can load, by name. */
export type Resources = {
  [Name in keyof KindOfResource]: RecordOf<KindOfResource[Name]>
} & {
  'connector-action': {
    readonly id: string
    readonly connector: StoredConnector
    readonly action: ConnectorAction
  }
  member: {
    readonly id: string
    readonly organization: StoredOrganization
    readonly membership: Membership
  }
}

/** A request as its world received it. */
type ReceivedRequest = Pick<PipelineContext, 'request' | 'credentials' | 'world'> & {
  readonly body: RequestBody
}

/** The operation that a request calls, with the parameters of its path. */
type CalledOperation = Pick<PipelineContext, 'operation' | 'params' | 'input' | 'behaviour'> & {
  readonly id: OperationId
}

/** One request, from the first check to its route. */
export class PipelineContext {
  readonly request: PlainRequest
  readonly operationId: OperationId
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
  /** The schemas of query and body in this deployment. */
  readonly input: OperationInput
  readonly rawBody: RequestBody
  readonly credentials: Credentials
  readonly world: World
  readonly behaviour: Behaviour
  /** The parsed query. `validate` sets this field and `body`. */
  query: unknown
  body: unknown
  /** The record that the path or the body names; set by `loadResource`. */
  resource: Resources[keyof Resources] | undefined
  /** The caller; set by `authenticate`. */
  knownCaller: Caller | undefined
  /** The scenario that a turn plays, for the journal. */
  scenario: string | undefined
  /** The id of the turn that the request began or resumed, for the journal. */
  turn: string | undefined
  /** The journal's description of a turn that a model plays. */
  note: JournalNote | undefined
  /** The model that plays the turns without a script. */
  model: TurnModel | undefined
  /** The body fields and query parameters that had no effect, for the journal. */
  ignored: readonly string[] = []
  /** Notes for the journal about a request that succeeded. */
  notes: readonly string[] = []

  constructor(received: ReceivedRequest, called: CalledOperation) {
    this.request = received.request
    this.operationId = called.id
    this.operation = called.operation
    this.params = called.params
    this.input = called.input
    this.rawBody = received.body
    this.credentials = received.credentials
    this.world = received.world
    this.behaviour = called.behaviour
  }

  /** The caller. Throws an `Error` on a public operation, which has none. */
  get caller(): Caller {
    if (this.knownCaller === undefined) throw new Error('There is no caller.')
    return this.knownCaller
  }
}

/** The record that an operation loads; `undefined` if it loads none. */
type ResourceOf<Row> =
  LoadedKindOf<Row> extends infer Kind extends keyof Resources ? Resources[Kind] : undefined

/** The context of a route: the request after all checks, typed by the row of its operation. */
export type RequestContext<Row = unknown> = Omit<PipelineContext, 'query' | 'body' | 'resource'> & {
  readonly query: unknown extends Row ? unknown : QueryOf<Row>
  readonly body: unknown extends Row ? unknown : BodyOf<Row>
  readonly resource: unknown extends Row ? PipelineContext['resource'] : ResourceOf<Row>
}

/** The routes of a table of operations. A missing or misspelt route is a type error. */
export type Routes<Table> = {
  readonly [Id in keyof Table]: (context: RequestContext<Table[Id]>) => unknown
}
