import type { ChoiceId, OptionOf } from '../../contract/choices.ts'
import type { ReceivedEvent } from '../../contract/received-events.ts'
import type { Plan } from '../session/check.ts'
import type { Exchange } from '../session/exchange.ts'
import { Skipped } from '../session/outcomes.ts'
import type { TestSession } from '../session/test-session.ts'
import { userCredential } from '../setup/credentials.ts'
import type { History } from './history.ts'
import type { Look, ObservedOption } from './look.ts'

export type ObserverContext = {
  readonly session: TestSession
  readonly inputs: CalibrationInputs
  /** Returns the observed option of another choice. Throws `Skipped` if it was not observed. */
  option<Id extends ChoiceId>(id: Id): Promise<OptionOf<Id>>
}

/**
 * Reads an option from any exchange, also from traffic of other clients. Returns `undefined` for an
 * exchange that says nothing about the choice, and an empty list for one of the right kind without
 * an option. The result depends only on this exchange and the earlier ones.
 */
type Reading<Id extends ChoiceId> = (
  exchange: Exchange,
  before: History,
) => Look<Id> | readonly Look<Id>[] | undefined

/** Reads an option that no single exchange shows from all traffic. */
type ReadingAtEnd<Id extends ChoiceId> = (all: History) => ObservedOption<Id> | undefined

type Readable<Id extends ChoiceId> =
  | { readonly read: Reading<Id>; readonly readAtEnd?: ReadingAtEnd<Id> }
  | { readonly read?: Reading<Id>; readonly readAtEnd: ReadingAtEnd<Id> }

/**
 * Sends requests that should show the option, and returns their exchanges. An exchange that the
 * reading cannot read shows none of the options. Throws `Skipped` if the target lacks a resource.
 */
type Provoke = (context: ObserverContext) => Promise<Exchange | readonly Exchange[]>

/** Compares responses to requests that no ordinary client sends. Throws if none shows an option. */
type Observe<Id extends ChoiceId> = (
  context: ObserverContext,
) => Promise<ObservedOption<Id> | readonly ObservedOption<Id>[]>

/** Observes one choice. An observer neither asserts nor guesses. */
export type Observer<Id extends ChoiceId> = {
  /** The cheapest plan that runs the observer; `core` by default. */
  readonly plan?: Plan
  /** Whether the observer ends sessions, so that it must run after all others. */
  readonly last?: boolean
  /**
   * Whether any response can show the option, so that a survey of all operations finds differences.
   */
  readonly isShownEverywhere?: true
  /** Whether a response of an overloaded target (429, 503) can show the option. */
  readonly isShownByLimits?: true
  /** The reason why the traffic of an ordinary client does not show it. */
  readonly needsProvoking?: string
  /** Whether a request of the calibration itself was sent to show this choice. */
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

/** Inputs from a person who knows the target. Without them, some choices are not observed. */
export type CalibrationInputs = {
  /** A restricted user, and an API key that this user already had. */
  readonly restrictedEmail?: string | undefined
  readonly restrictedPassword?: string | undefined
  readonly restrictedKey?: string | undefined
  /** A question whose turn asks for an approval (which is rejected), and the agent for it. */
  readonly approvalQuery?: string | undefined
  readonly approvalAgent?: string | undefined
  /** A question whose turn fails, for example because its model is down. */
  readonly failingQuery?: string | undefined
  /** The id of a workflow that may run without inputs, about twenty times. */
  readonly workflow?: string | undefined
  /** Whether all sessions of the second user may be ended. */
  readonly endSessions?: boolean | undefined
}

/** Thrown by an observer that needs an input which a flag can supply. */
export class InputMissing extends Skipped {
  override readonly name = 'Needed'
}

/** Returns an input or a credential. Throws `InputMissing` with its flag if it is missing. */
export function requireInput<Input>(input: Input | undefined, flag: string): Input {
  if (input === undefined) throw new InputMissing(`needs ${flag}`)
  return input
}

/** Sends requests one after the other, and returns the responses of all. */
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
