import type { ChoiceId, OptionOf } from '../../contract/choices.ts'
import type { ReceivedEvent } from '../../contract/received-events.ts'
import type { Plan } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { Skipped } from '../session/outcomes.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from '../setup/credentials.ts'
import type { History } from '../history/history.ts'
import type { OptionReading, ObservedOption } from './look.ts'

export type ObserverContext = {
  readonly session: TestSession
  readonly inputs: CalibrationInputs
  /** Returns the observed option of another choice. Throws `Skipped` if it was not observed. */
  option<Id extends ChoiceId>(id: Id): Promise<OptionOf<Id>>
}

/**
 * Reads an option from any exchange, also from traffic of other clients. Returns `undefined` if the
 * exchange is not about the choice, and `[]` if it is about the choice but fits several options.
 * The result depends only on this exchange and the earlier ones.
 */
type Reading<Id extends ChoiceId> = (
  exchange: Exchange,
  before: History,
) => OptionReading<Id> | readonly OptionReading<Id>[] | undefined

/** Reads an option from all traffic together, because no single exchange shows it. */
type ReadingAtEnd<Id extends ChoiceId> = (all: History) => ObservedOption<Id> | undefined

type Readable<Id extends ChoiceId> =
  | { readonly read: Reading<Id>; readonly readAtEnd?: ReadingAtEnd<Id> }
  | { readonly read?: Reading<Id>; readonly readAtEnd: ReadingAtEnd<Id> }

/**
 * Returns the exchanges of requests that should show the option. If the reading returns `undefined`
 * for an exchange, the exchange shows no option. Throws `Skipped` if a resource is missing.
 */
type Provoke = (context: ObserverContext) => Promise<Exchange | readonly Exchange[]>

/** Sends requests that ordinary clients do not send, and compares the responses. */
type Observe<Id extends ChoiceId> = (
  context: ObserverContext,
) => Promise<ObservedOption<Id> | readonly ObservedOption<Id>[]>

/** Observes how the target behaves for one choice. Does not judge whether this behaviour is correct. */
export type Observer<Id extends ChoiceId> = {
  /** The cheapest plan that runs the observer; `core` by default. */
  readonly plan?: Plan
  /** Whether the observer ends sessions, so that it must run after all others. */
  readonly last?: boolean
  /**
   * Whether responses of any operation can show the option. If so, a survey calls all operations.
   */
  readonly isShownEverywhere?: true
  /** Whether a response of an overloaded target (429, 503) can show the option. */
  readonly isShownByLimits?: true
  /** Describes the requests that show the option and that ordinary clients do not send. */
  readonly needsProvoking?: string
  /** Whether the calibration sent this request to observe the choice. */
  readonly isExpectedOf?: (exchange: Exchange) => boolean
} & (
  | ({ readonly provoke: Provoke; readonly observe?: never } & Readable<Id>)
  | {
      readonly observe: Observe<Id>
      readonly provoke?: never
      readonly read?: Reading<Id>
      readonly readAtEnd?: ReadingAtEnd<Id>
    }
)

export type Observers = { readonly [Id in ChoiceId]?: Observer<Id> }

/** Inputs from the user of `calibrate`. Without them, some choices are not observed. */
export type CalibrationInputs = {
  /** The email address of a user whose permissions are restricted. */
  readonly restrictedEmail?: string | undefined
  readonly restrictedPassword?: string | undefined
  readonly restrictedKey?: string | undefined
  /** A question whose turn asks for an approval. The calibration rejects the approval. */
  readonly approvalQuery?: string | undefined
  readonly approvalAgent?: string | undefined
  /** A question whose turn fails, for example because the model of the turn is down. */
  readonly failingQuery?: string | undefined
  /** The id of a workflow without required inputs; the calibration runs it about twenty times. */
  readonly workflow?: string | undefined
  /** Whether all sessions of the second user may be ended. */
  readonly endSessions?: boolean | undefined
}

/** Thrown if an observer needs an input that was not given. The message names the flag. */
export class InputMissing extends Skipped {
  override readonly name = 'Needed'
}

/** Returns `input`. Throws `InputMissing` with the name of the flag if `input` is undefined. */
export function requireInput<Input>(input: Input | undefined, flag: string): Input {
  if (input === undefined) throw new InputMissing(`needs ${flag}`)
  return input
}

/** Sends a request for each item, one after the other, and returns all exchanges. */
export async function sendEach<Item>(
  items: Iterable<Item>,
  send: (item: Item) => Promise<Exchange | readonly Exchange[] | undefined>,
): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = []
  for (const item of items) exchanges.push(...[(await send(item)) ?? []].flat())
  return exchanges
}

/** Streams a turn as the user, with the credential in the header and in the body. */
export async function streamAsUser(
  session: TestSession,
  path: string,
  body: object,
  until?: (events: readonly ReceivedEvent[]) => boolean,
): Promise<Exchange> {
  const token = await userCredential(session)
  return session.stream({ method: 'POST', path, bearer: token, body: { ...body, token } }, until)
}
