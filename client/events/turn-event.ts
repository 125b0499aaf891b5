import type { EventData, EventName } from '../../contract/events.ts'

/** A payload in which only the `Required` fields are required: deployments omit other fields. */
type WithRequired<Data, Required extends keyof Data> = Flatten<
  Pick<Data, Required> & Partial<Pick<Data, Exclude<keyof Data, Required>>>
>
/** An object type with its fields written out, so that editors show them. */
type Flatten<Data> = { readonly [Field in keyof Data]: Data[Field] }
/** One of the known names, or any other string. */
type OrOther<Name extends string> = Name | (string & {})

type Step<Type> = Extract<EventData<'step'>, { readonly type: Type }>

/** The agent thinks: `thinking_delta` is the newest piece, `reasoning` the whole text. */
export type ThinkingStep = WithRequired<Step<'thinking'>, 'type'>
/** A tool call starts (`start`) or has ended (`done`). */
export type ToolStep = WithRequired<Step<'iteration'>, 'type' | 'tool' | 'input'>
/** Announces that the answer starts. */
export type AnswerStep = WithRequired<Step<'answer'>, 'type'>

type StepProgress = EventData<'step_progress'>
type Phase = EventData<'phase'>

/** The payload of each event, with the same fields for every deployment (specification, "Events"). */
export type TurnEventData = {
  /** The mode that the platform chose for a turn of `auto`. */
  readonly routing: WithRequired<EventData<'routing'>, 'mode'>
  /** A step of the ReAct loop. */
  readonly step: ThinkingStep | ToolStep | AnswerStep
  /** The progress of a step of a plan. */
  readonly step_progress: WithRequired<
    Omit<StepProgress, 'event'> & { event: OrOther<StepProgress['event']> },
    'step_id' | 'event'
  >
  /** A phase of a plan starts (`start`) or ends (`done`). */
  readonly phase: WithRequired<Omit<Phase, 'name'> & { name: OrOther<Phase['name']> }, 'name'>
  /** The agent shortened its memory of the conversation. */
  readonly compact: WithRequired<EventData<'compact'>, never>
  /** A piece of the answer: append `text` to the pieces received before. */
  readonly answer: Flatten<EventData<'answer'>>
  /** The agent takes up an injected message. */
  readonly inject: WithRequired<EventData<'inject'>, 'content'>
  /** The turn waits until a tool call is approved or rejected. */
  readonly awaiting_confirmation: WithRequired<
    EventData<'awaiting_confirmation'>,
    'confirmation_id' | 'tool_name' | 'arguments'
  >
  /** The result of the turn. `tokens` is 0 if the deployment does not count them. */
  readonly done: WithRequired<EventData<'done'>, 'answer' | 'tokens'>
  /** The turn failed; `end` follows. The platform stores no answer. */
  readonly error: EventData<'error'>
  readonly heartbeat: EventData<'heartbeat'>
  /** The answer is complete; suggestions may follow. */
  readonly post_processing: EventData<'post_processing'>
  /** Suggested follow-up questions. */
  readonly suggestions: readonly string[]
  /** The new title of the conversation. */
  readonly title: EventData<'title'>
  /** The turn has ended. Always the last event, sent once even if the stream was resumed. */
  readonly end: EventData<'end'>
}

/** The name of an event of a turn that the client knows. */
export type TurnEventName = keyof TurnEventData & EventName

type WithCursor = {
  /**
   * The position of the event in the conversation; some deployments send none while a turn runs.
   */
  readonly cursor: number | undefined
}

/** An event whose name or payload this client does not know, unchanged. */
export type UnknownEvent = WithCursor & {
  readonly event: 'unknown'
  readonly name: string
  readonly data: unknown
}

/**
 * An event of a turn; `event` discriminates the union.
 *
 * @example
 * ```ts
 * if (event.event === 'answer' && event.data.type === 'delta') text += event.data.text
 * ```
 */
export type TurnEvent =
  | UnknownEvent
  | {
      readonly [Name in TurnEventName]: WithCursor & {
        readonly event: Name
        readonly data: TurnEventData[Name]
      }
    }[TurnEventName]
