import type { ReadonlySignal } from '@preact/signals'
import type { TurnView } from '../turn/turn-view.ts'

/** How the page stands to a turn that it shows. */
export type Link =
  /** Its first event has not come. */
  | { readonly state: 'asking' }
  | { readonly state: 'open' }
  /** The stream broke; the attempt of this number to resume it comes. */
  | { readonly state: 'broken'; readonly attempt: number; readonly why: string }
  /** No attempt was of use; `cursor` is the last that was seen. */
  | { readonly state: 'lost'; readonly why: string; readonly cursor: number }
  /** The platform refused to run it. */
  | { readonly state: 'refused'; readonly why: string }
  /** The page does not read it: it may run on at the platform. */
  | { readonly state: 'away' }
  | { readonly state: 'closed' }

/** A turn in a conversation: one that is read, or one of its history. */
export type ShownTurn = {
  readonly key: number
  readonly view: ReadonlySignal<TurnView>
  readonly link: ReadonlySignal<Link>
}
