import * as z from 'zod/mini'
import type { AnswerKind } from '../operations/operation.ts'
import type { OperationId } from '../operations.ts'
import type { Condition } from '../errors.ts'
import type { EventName } from '../events.ts'

/** `specified`: required. `open`: left open by the specification. `deviates`: contradicts it. */
export type Grade = 'specified' | 'open' | 'deviates'

/** One behaviour of deployments for a choice. */
export type Option = {
  readonly grade: Grade
  readonly says: string
  /**
   * The reason why no check can detect it, for a deviating option that is not visible over HTTP.
   */
  readonly unseen?: string
  /** The schema of the value, for an option that is picked as `{ option: value }`. */
  readonly value?: z.ZodMiniType
}

/**
 * Requests that show a choice: they match all given fields; an empty list matches any request.
 * Without `conditions`, a request that was refused before its route shows nothing of an operation.
 */
export type ShownBy = {
  readonly endpoints?: readonly OperationId[]
  readonly replies?: readonly AnswerKind[]
  readonly conditions?: readonly (Condition | 'invalid')[]
  readonly events?: readonly EventName[]
  /** A body field or a query parameter that the request has. */
  readonly with?: ObservedField
  /** A field or parameter that the request lacks. */
  readonly without?: ObservedField
}

/** The requests that show a choice: requests that match at least one item. */
type Shows = ShownBy | readonly ShownBy[]

/** The fields of bodies and the parameters of queries that decide which choices a request shows. */
export const observedFields = [
  'agent_id',
  'conversation_id',
  'cursor',
  'kb_ids',
  'mode',
  'page',
  'scopes',
  'size',
  'token',
] as const

export type ObservedField = (typeof observedFields)[number]

/** A point in which deployments can differ. */
export type Choice = {
  readonly question: string
  /** The section and rule of the specification, or a note that it has no rule. */
  readonly clause: string
  /** The area of the fake that the choice configures. */
  readonly kind: 'inventory' | 'order' | 'policy' | 'wire'
  readonly options: Readonly<Record<string, Option>>
  readonly default: string
  readonly shows: Shows
  /** The choice only applies with these picks of other choices. */
  readonly when?: Readonly<Record<string, readonly string[]>>
  /**
   * Combinations of picks under which the choice is not visible over HTTP. A combination may
   * include a pick of this choice. The first choice of each row is reported as the reason.
   */
  readonly unobservableWhen?: readonly Readonly<Record<string, readonly string[]>>[]
  /** The ids of further checks that a deviating option makes fail. */
  readonly alsoFails?: readonly string[]
}

const choiceOf =
  <const Kind extends Choice['kind']>(kind: Kind) =>
  <const Row extends Omit<Choice, 'kind'>>(row: Row) => ({ kind, ...row })

// A typed constructor for each kind of option.
export const inventory = choiceOf('inventory')
export const order = choiceOf('order')
export const policy = choiceOf('policy')
export const wire = choiceOf('wire')

export const specified = (says: string) => ({ grade: 'specified', says }) as const
export const open = (says: string) => ({ grade: 'open', says }) as const
export const deviates = (says: string) => ({ grade: 'deviates', says }) as const

/** A deviating option that no check can detect, with the reason. */
export const unseen = (says: string, why: string) =>
  ({ grade: 'deviates', says, unseen: why }) as const

const whole = z.int().check(z.positive())
/** An option with a positive integer as its value. */
export const openNumber = (says: string) => ({ grade: 'open', says, value: whole }) as const
export const deviatingNumber = (says: string) =>
  ({ grade: 'deviates', says, value: whole }) as const
/** An option with a text as its value. A JWT is refused: it is another credential. */
export const deviatingText = (says: string) => {
  const value = z.string().check(z.regex(/^(?!eyJ)[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/))
  return { grade: 'deviates', says, value } as const
}
/** An option with the name of a field or parameter as its value. */
export const openName = (says: string) =>
  ({ grade: 'open', says, value: z.string().check(z.regex(/^[a-z][a-z0-9_]*$/)) }) as const

/**
 * Headers that frame a message or belong to one connection. Only the server sets them: if a profile
 * set them too, a proxy could split one response into two.
 */
export const connectionHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The schema of response headers by name. */
export const headerValues = z.record(
  z.string().check(
    z.regex(/^[\w!#$%&'*+.^`|~-]{1,100}$/),
    z.refine(
      (name) => !connectionHeaders.has(name.toLowerCase()),
      'The server sets this header itself, because it belongs to the connection: leave it out',
    ),
  ),
  z.string().check(z.regex(/^[\t\x20-\x7e]{0,1000}$/)),
)
