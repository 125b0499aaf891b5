import type { Condition } from '../../contract/errors.ts'
import type { OperationId } from '../../contract/operations.ts'
import type { OperationInput } from '../../contract/operations/operation.ts'
import type { Answer } from '../../contract/profile/answers.ts'
import type { ApiError, InvalidInput } from './api-error.ts'
import type { PlainResponse } from '../../contract/plain-http.ts'
import type { ExpressionScope, Wire } from './wire.ts'

/** The checks of a request. Deployments choose their order. */
type Stage = 'authenticate' | 'authorize' | 'loadResource' | 'validate'

/** A compiled profile: the behaviour of a deployment in every point where deployments differ. */
export type Behaviour = {
  /** The operations of the contract that the deployment does not have. */
  readonly absent: ReadonlySet<OperationId>
  /** The checks of a request, in their order. */
  readonly order: readonly Stage[]
  readonly policy: Policy
  readonly wire: Wire
  /** What the profile changes in the operation; absent if the profile changes nothing. */
  readonly answer?: CompiledAnswer | undefined
}

/** How the profile of a deployment changes one operation. */
export type CompiledAnswer = {
  /** Returns the complete body; `undefined` if the envelope of the deployment stays. */
  readonly body: ((canonical: unknown, scope: ExpressionScope) => unknown) | undefined
  /** Converts a record, or an item of a page, to the format of the profile. */
  readonly record: (canonical: unknown, scope: ExpressionScope) => unknown
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>
  /** The statuses and codes of error responses, by condition. */
  readonly errors: NonNullable<Answer['errors']>
  /** Converts requests to the names of the contract; absent if the names are the same. */
  readonly accepts: AcceptedNames | undefined
  /** Further fields to store for the record of a response; absent if there are none. */
  readonly keeps: KeptFields | undefined
  /**
   * For a list, returns the ids of the other users' records that a user can see; absent without
   * such a rule. `user` has the values that `World.createUserScope` creates.
   */
  readonly shares: ((user: ExpressionScope) => ReadonlySet<unknown>) | undefined
  /** The refusals by business rules of the profile; absent without such rules. */
  readonly refuses: Answer['refuses']
  /** Further changes that the operation makes; absent if there are none. */
  readonly also: Answer['also']
}

/** Returns further fields to store for the record that an operation returns. */
export type KeptFields = (body: unknown, outcome: unknown, scope: () => ExpressionScope) => object

/** Converts a request to the names and values of the contract. */
export type AcceptedNames = {
  /** The schemas of parameters and fields that the contract lacks. */
  readonly extra: OperationInput
  query(text: string): string
  body(value: unknown, scope: () => ExpressionScope): unknown
  /** The name that the client has used for a field or a parameter. */
  sentName(place: string, field: string): string
}

export type CompiledProfile = {
  readonly general: Behaviour
  /** The behaviours of operations that have their own picks. */
  readonly byOperation: ReadonlyMap<OperationId | undefined, Behaviour>
}

type CoercedType = 'boolean' | 'number' | 'string'

/** Converts a value of a similar type; `undefined` if the deployment would refuse it. */
export type Coerce = (expected: CoercedType, value: unknown) => unknown

/** The origins whose pages may call the platform, and the responses to their preflights. */
export type CorsPolicy = {
  /** The origins whose pages may read responses; `undefined` for all. */
  readonly origins: ReadonlySet<string> | undefined
  /** The response to the preflight of an allowed origin, and of a refused one. */
  readonly preflight: { readonly allowed: PlainResponse; readonly refused: PlainResponse }
}

export type SessionBody = {
  readonly access_token: string
  readonly token_type: string
  readonly expires_in: number
}

export type ExportFormat = 'markdown' | 'json' | 'md' | 'txt' | 'docx' | 'pdf'

/** Named values that the checks and the routes read; each comes from one choice. */
export type Policy = {
  readonly input: {
    readonly coerce: Coerce
    /** The condition for a content type other than JSON; `undefined` parses the body anyway. */
    readonly otherContentType: Condition | undefined
    /** Whether a body that is not JSON is a validation error. */
    readonly unreadableIsInvalid: boolean
  }
  readonly credentials: {
    /** The operations that accept a credential in the body field `token`. */
    readonly bodyTokenOperations: ReadonlySet<OperationId>
    /** Whether operations that accept a credential in the body ignore the header. */
    readonly chatIgnoresHeader: boolean
    /** Whether a credential in the body is used although the header has one. */
    readonly bodyTokenWins: boolean
    /** Whether the scheme `Bearer` is matched case-insensitively. */
    readonly bearerIgnoresCase: boolean
    readonly acceptsRefreshToken: boolean
    /** The condition for an expired key; `undefined` accepts it. */
    readonly expiredKey: Condition | undefined
    /** Lifetime of an access token, in seconds. */
    readonly accessSeconds: number
    readonly refreshRotation: 'single-session' | 'once' | 'reusable'
    readonly tokenType: string
    /** The fields of a session that a refresh returns. */
    readonly refreshResponse: (session: SessionBody) => object
    /** The condition for a restricted user at the streaming operations. */
    readonly restrictedOnChat: Condition
    readonly restrictedCanSignIn: boolean
  }
  readonly http: CorsPolicy & {
    /** The treatment of a known path with a slash at its end. */
    readonly trailingSlash: 'served' | 'redirect' | 'missing'
    /** Whether `HEAD` is handled like `GET`. */
    readonly answersHead: boolean
    /** Selects the methods for an `Allow` header from all methods that a path supports. */
    readonly allowed: (methods: readonly string[]) => readonly string[]
    /** Headers of every response, in lower case; `undefined` without such headers. */
    readonly headers: Readonly<Record<string, string>> | undefined
  }
  /** Whether the ids of new records are UUIDs. */
  readonly hasUuids: boolean
  readonly scopes: {
    readonly enforced: boolean
    /** The operations that need the scope `chat`, although they have no scope in the contract. */
    readonly chatScopeOperations: ReadonlySet<OperationId>
    /** The access that other operations without a scope need; `full` excludes every scoped key. */
    readonly unlistedScope: 'full' | undefined
    /** Separates the scopes of a key. */
    readonly separator: string
    /** Whether the scope `admin` allows every operation. */
    readonly adminOpensAll: boolean
  }
  readonly lists: {
    readonly defaultSize: number
    /** Whether a page size above the limit is clamped instead of refused. */
    readonly clampsSize: boolean
    readonly beyondEnd: 'empty' | 'last' | 'missing'
  }
  readonly keys: {
    /** The start of every full key. */
    readonly prefix: string
    /** The body field with the expiry of a new key. */
    readonly expiryField: string
    /** Whether reads count as uses of a key. */
    readonly countsReads: boolean
    /** Whether users can access the keys of other users. */
    readonly sharedByAll: boolean
  }
  readonly conversations: {
    /** Whether users can access the conversations of other users. */
    readonly sharedByAll: boolean
    readonly order: 'starred-first' | 'newest' | 'oldest'
    readonly searchParameter: string
    readonly acceptsAnyMode: boolean
    readonly acceptsKnowledgeBases: boolean
    /** The formats of an export; the first one is the default. */
    readonly exportFormats: readonly [ExportFormat, ...ExportFormat[]]
    readonly needsExportFormat: boolean
    /** Whether a conversation without a model gets the name of the active one. */
    readonly namesActiveModel: boolean
    /**
     * Whether the metadata of an answer contains all fields of `done`, the last thought and the
     * suggestions.
     */
    readonly storesWholeDone: boolean
    /** The response to the creation of a conversation. */
    readonly created: (conversation: { readonly id: string }) => object
  }
  readonly connections: {
    /** Whether a record of another user is refused with 403 instead of 404. */
    readonly revealsOthers: boolean
    /** The error for an API connector without a `base_url`. */
    readonly noBaseUrl: (body: unknown) => ApiError | InvalidInput
    /**
     * Whether stored credentials and secrets of a fixture are returned in full; else only their
     * names.
     */
    readonly returnsSecrets: boolean
    /** The field that names the audience of a publication. */
    readonly audienceField: 'visibility' | 'scope'
    readonly channelsNeedOrganization: boolean
    /** Whether a `PUT` leaves absent fields unchanged instead of replacing the record. */
    readonly updatesPartly: boolean
  }
  readonly portal: {
    readonly version: string
    /** Whether revoking sessions also ends refresh tokens. */
    readonly revokesRefreshTokens: boolean
    /** Whether only the owner of a knowledge base can retrieve from it. */
    readonly ownersRetrieve: boolean
  }
  readonly turns: {
    readonly needsQuery: boolean
    /** The maximum length of a query in characters; `undefined` for no limit. */
    readonly maxQueryLength: number | undefined
    readonly cancelsOnDisconnect: boolean
    /** Whether a second turn in a conversation is refused while one runs. */
    readonly refusesSecond: boolean
    /** Whether a turn without a conversation creates one. */
    readonly createsConversation: boolean
    readonly refusesUnknownAgent: boolean
    /** Whether the cursors of each turn start again from the first cursor. */
    readonly cursorsRestart: boolean
    readonly cursorStep: number
    readonly firstCursor: number
    readonly alwaysSuggests: boolean
    readonly sendsPostProcessing: boolean
    /** Whether turns send phases that the specification does not list. */
    readonly sendsExtraPhases: boolean
    readonly sendsRouting: boolean
    readonly sendsHeartbeat: boolean
    /**
     * When a generated title is sent. With seconds, it is stored this long after the end of the turn.
     */
    readonly title: 'first' | 'last' | 'never' | { readonly secondsAfterEnd: number }
    /** Whether the first turn replaces a title that the client gave. */
    readonly replacesTitle: boolean
    /** Whether a failed turn has a `done` instead of an `error` event. */
    readonly failsWithDone: boolean
    /** Whether the first event of a tool call has all fields, and `reasoning` is always a text. */
    readonly fillsCallFields: boolean
    readonly sendsStepUsage: boolean
    /** Whether events of injected texts have an id only on `react`, and a phase only on `dag`. */
    readonly injectsByMode: boolean
  }
  readonly resume: {
    /** Whether a cursor that is not an integer is a validation error. */
    readonly validatesCursor: boolean
    readonly needsCursor: boolean
    /** The events that a resume during a running turn replays. */
    readonly midTurn: 'follow' | 'stored' | 'previous'
    /** Whether a replay covers the whole conversation instead of its newest turn. */
    readonly wholeConversation: boolean
    /** The events of a turn that a replay omits. */
    readonly omittedEvents: ReadonlySet<string>
    /** Whether `routing` and the thinking of plan steps have no cursor, and are never replayed. */
    readonly skipsProgress: boolean
    readonly refusesBelowMinusOne: boolean
  }
  readonly workflows: {
    /** Returns the number of runs to count in the rate limit for a batch of `size` runs. */
    readonly runsInBatch: (size: number) => number
    /**
     * Whether blueprints and events of workflow runs have the form of a deployment's web editor.
     */
    readonly isEditorDialect: boolean
    /** Whether runs have the defects of `deployed-0.8`. True only in the dialect of the editor. */
    readonly hasDefects: boolean
  }
  readonly approvals: {
    /** The time that a turn waits for a decision, in seconds. */
    readonly waitSeconds: number
    /** Whether a confirmation shows the arguments of its tool call. */
    readonly showsArguments: boolean
    /**
     * Whether the event of a confirmation has `timeout_at` with an offset, and an empty
     * `channel_label`.
     */
    readonly plainEvent: boolean
  }
  /**
   * Whether turns that are not stored count towards the token quota. If not, the conversations that
   * began in the month count.
   */
  readonly countsUnstoredTurns: boolean
}
