import type { Exchange } from './exchange.ts'

/** A key whose creation the traffic showed. */
export type SeenKey = {
  /** The scopes of the key as text; empty without scopes. */
  readonly scopes: string
  /** The state when the request was sent; a change is `unsettled` until the grace has passed. */
  readonly state: 'active' | 'disabled' | 'deleted' | 'expired' | 'unsettled'
}

/** The state that earlier exchanges showed, for rules that one exchange cannot decide. */
export type Seen = {
  /** The key with which a request was sent, in its header or its body. */
  keyOf(exchange: Exchange): SeenKey | undefined
  /** The highest `total_requests` of a key. */
  countOf(keyId: string): number | undefined
  /** The user whose credential a request has. */
  userOf(exchange: Exchange): string | undefined
  /** The user who created a conversation. */
  ownerOf(conversation: string): string | undefined
  /** The title that a change replaced, once the grace has passed, with the title that it set. */
  renamingOf(
    conversation: string,
    exchange: Exchange,
  ): { readonly old: string; readonly title: string } | undefined
  /** The ids on the previous page, with the same size and for the same user. */
  pageBefore(exchange: Exchange): readonly string[] | undefined
}
