import type { Exchange } from './exchange.ts'

/** An API key whose creation was in the traffic. */
export type SeenKey = {
  /** The scopes of the key as text; empty without scopes. */
  readonly scopes: string
  /** The state when the request was sent. It is `unsettled` shortly after a change. */
  readonly state: 'active' | 'disabled' | 'deleted' | 'expired' | 'unsettled'
}

/** The facts that earlier exchanges showed, for rules that need more than one exchange. */
export type SeenFacts = {
  /** Whether a request had a credential in its header. */
  hasCredentials(): boolean
  /** The key with which a request was sent, in its header or its body. */
  keyOf(exchange: Exchange): SeenKey | undefined
  /** The highest `total_requests` of a key. */
  countOf(keyId: string): number | undefined
  /** The user whose credential a request has. */
  userOf(exchange: Exchange): string | undefined
  /** The user who created a conversation. */
  ownerOf(conversation: string): string | undefined
  /** The old and the new title of the last change. Undefined until the change had time to show. */
  renamingOf(
    conversation: string,
    exchange: Exchange,
  ): { readonly old: string; readonly title: string } | undefined
  /** The earlier streams of the conversation of a stream, oldest first. At most four are stored. */
  streamsBefore(exchange: Exchange): readonly Exchange[]
  /**
   * The ids on the previous page of the same list, as the same user read it with the same size.
   * Undefined if the number of items in the list has changed since then.
   */
  pageBefore(exchange: Exchange): readonly string[] | undefined
}
