import * as z from 'zod/mini'
import type { AnswerKind } from '../operations/operation.ts'
import type { OperationId } from '../operations.ts'
import type { Condition } from '../errors.ts'
import type { EventName } from '../events.ts'

/** `specified`: required. `open`: left open by the specification. `deviates`: contradicts it. */
export type Grade = 'specified' | 'open' | 'deviates'

/** An option of a choice: one way in which deployments can behave. */
export type Option = {
  readonly grade: Grade
  readonly says: string
  /**
   * For a deviating option that is not visible over HTTP: the reason why no check detects it.
   */
  readonly unseen?: string
  /** The schema of the value, for an option that is picked as `{ option: value }`. */
  readonly value?: z.ZodMiniType
}

/**
 * A filter for requests that show a choice. A request must match every field; `[]` matches any
 * value. With `endpoints` but no `conditions`, a request that was refused before its route does not
 * match.
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

/** The requests that show a choice: they match the filter, or at least one filter of the list. */
type Shows = ShownBy | readonly ShownBy[]

/** The body fields and query parameters that decide which choices a request shows. */
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
  /** The section and rule of the specification, or a note that there is no rule. */
  readonly clause: string
  /** The area of the fake that the choice configures. */
  readonly kind: 'inventory' | 'order' | 'policy' | 'wire'
  readonly options: Readonly<Record<string, Option>>
  readonly default: string
  readonly shows: Shows
  /** The choice only applies if each of these other choices has one of the listed options. */
  readonly when?: Readonly<Record<string, readonly string[]>>
  /**
   * Combinations of options that hide this choice over HTTP. A combination lists options by choice,
   * and can include options of this choice. Its first choice is reported as the reason.
   */
  readonly unobservableWhen?: readonly Readonly<Record<string, readonly string[]>>[]
  /** The ids of checks that fail with a deviating option, but whose `detects` lacks this choice. */
  readonly alsoFails?: readonly string[]
}

const choiceFactory =
  <const Kind extends Choice['kind']>(kind: Kind) =>
  <const Row extends Omit<Choice, 'kind'>>(row: Row) => ({ kind, ...row })

// These functions create choices of each kind, and options of each grade.
export const inventory = choiceFactory('inventory')
export const order = choiceFactory('order')
export const policy = choiceFactory('policy')
export const wire = choiceFactory('wire')

export const specified = (says: string) => ({ grade: 'specified', says }) as const
export const open = (says: string) => ({ grade: 'open', says }) as const
export const deviates = (says: string) => ({ grade: 'deviates', says }) as const

/** Creates a deviating option that no check can detect; `why` is the reason. */
export const unseen = (says: string, why: string) =>
  ({ grade: 'deviates', says, unseen: why }) as const

const positiveInteger = z.int().check(z.positive())
/** Creates an option whose value is a positive integer. */
export const openNumber = (says: string) =>
  ({ grade: 'open', says, value: positiveInteger }) as const
export const deviatingNumber = (says: string) =>
  ({ grade: 'deviates', says, value: positiveInteger }) as const
/** Creates an option with a text as its value. No JWT is allowed: it is a different credential. */
export const deviatingText = (says: string) => {
  const value = z.string().check(z.regex(/^(?!eyJ)[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/))
  return { grade: 'deviates', says, value } as const
}
/** Creates an option whose value is the name of a field or parameter. */
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
