import type { RecordedEvent } from './recorded-event.ts'
import type { TurnScript } from './turn-script.ts'

/** A turn of a recording, from its stream or from its stored events. */
export type RecordedTurn = {
  /** The entries that it was read from; the first one started it, or has its stored events. */
  readonly entries: number[]
  readonly conversation: string | undefined
  readonly query: string
  readonly agent: string | undefined
  readonly endpoint: 'react' | 'dag' | 'auto' | undefined
  /** Its number in the conversation, from 1. */
  readonly turn: number
  /** When its stream began, in milliseconds since 1970. */
  readonly startedAt: number | undefined
  events: readonly RecordedEvent[]
  script?: TurnScript
}

/** What a recording shows of one conversation. */
export class RecordedConversation {
  /** The questions so far, oldest first. */
  questions: readonly string[] = []
  readonly turns: RecordedTurn[] = []
  readonly stored = new Map<string, RecordedTurn>()
  readonly resumes: { readonly entry: number; readonly events: readonly RecordedEvent[] }[] = []
  readonly injections: { readonly entry: number; readonly content: string }[] = []
  /** The title that its client gave. */
  givenTitle: string | undefined
  /** The title that it got after its first turn. */
  title: string | undefined
  agent: string | undefined
}
