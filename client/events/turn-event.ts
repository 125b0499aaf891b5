import type { EventData, EventName } from '../../contract/events.ts'

/** A payload of which only some fields are sure to come: what else a deployment sends is its own. */
type WithRequired<Data, Sure extends keyof Data> = Flatten<
  Pick<Data, Sure> & Partial<Pick<Data, Exclude<keyof Data, Sure>>>
>
/** The same type, written out in full where an editor shows it. */
type Flatten<Data> = { readonly [Field in keyof Data]: Data[Field] }
/** A name of those known, or another one. */
type OrOther<Name extends string> = Name | (string & {})

type Step<Type> = Extract<EventData<'step'>, { readonly type: Type }>

/** The agent thinks; `thinking_delta` is what it just thought, `reasoning` all of it. */
export type ThinkingStep = WithRequired<Step<'thinking'>, 'type'>
/** A tool is called (`start`), or has answered (`done`). */
export type ToolStep = WithRequired<Step<'iteration'>, 'type' | 'tool' | 'input'>
/** The answer is about to begin. */
export type AnswerStep = WithRequired<Step<'answer'>, 'type'>

type StepProgress = EventData<'step_progress'>
type Phase = EventData<'phase'>

/** The payload of each event, the same whichever dialect the deployment speaks. */
export type TurnEventData = {
  /** Which way `auto` goes. */
  readonly routing: WithRequired<EventData<'routing'>, 'mode'>
  /** A step of the ReAct loop. */
  readonly step: ThinkingStep | ToolStep | AnswerStep
  /** How a step of a plan comes on. */
  readonly step_progress: WithRequired<
    Omit<StepProgress, 'event'> & { event: OrOther<StepProgress['event']> },
    'step_id' | 'event'
  >
  /** A plan enters a phase (`start`) or leaves it (`done`). */
  readonly phase: WithRequired<Omit<Phase, 'name'> & { name: OrOther<Phase['name']> }, 'name'>
  /** The agent shortened what it remembers of the conversation. */
  readonly compact: WithRequired<EventData<'compact'>, never>
  /** The answer, piece by piece: `text` goes behind what came before. */
  readonly answer: Flatten<EventData<'answer'>>
  /** A text that was injected is taken up. */
  readonly inject: WithRequired<EventData<'inject'>, 'content'>
  /** The turn waits until the tool call is approved or rejected. */
  readonly awaiting_confirmation: WithRequired<
    EventData<'awaiting_confirmation'>,
    'confirmation_id' | 'tool_name' | 'arguments'
  >
  /** The result. `tokens` is 0 where the deployment counts none. */
  readonly done: WithRequired<EventData<'done'>, 'answer' | 'tokens'>
  readonly heartbeat: EventData<'heartbeat'>
  /** The answer is there; suggestions follow in a moment. */
  readonly post_processing: EventData<'post_processing'>
  /** Questions to go on with. */
  readonly suggestions: readonly string[]
  /** What the conversation is called from now on. */
  readonly title: EventData<'title'>
  /** The turn is over: the last event, once, however often the stream broke. */
  readonly end: EventData<'end'>
}

export type TurnEventName = keyof TurnEventData & EventName

type WithCursor = {
  /** Its place in the conversation; some deployments tell none while a turn runs. */
  readonly cursor: number | undefined
}

/** An event that this client doesn't know, or whose payload it doesn't understand, as it came. */
export type UnknownEvent = WithCursor & {
  readonly event: 'unknown'
  readonly name: string
  readonly data: unknown
}

/** What happens in a turn: tell them apart by `event`. */
export type TurnEvent =
  | UnknownEvent
  | {
      readonly [Name in TurnEventName]: WithCursor & {
        readonly event: Name
        readonly data: TurnEventData[Name]
      }
    }[TurnEventName]
