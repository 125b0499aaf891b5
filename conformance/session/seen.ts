import type { JsonObject } from '../../contract/json.ts'
import type { Exchange } from './exchange.ts'

/** An API key whose creation was in the traffic. */
export type SeenKey = {
  /** The scopes of the key as text; empty without scopes. */
  readonly scopes: string
  /** The state when the request was sent. It is `unsettled` shortly after a change. */
  readonly state: 'active' | 'disabled' | 'deleted' | 'expired' | 'unsettled'
  /** Whether the key was created so shortly before that a server may not know it everywhere. */
  readonly isNew: boolean
}

/** How traffic used an API key. */
export type SeenUsage = {
  /** Number of accepted write requests. Some deployments do not count reads. */
  readonly writes: number
  /** The `last_used_at` that was shown before the last write; undefined if none was shown. */
  readonly oldMoment: unknown
}

/** What traffic showed of a conversation. */
export type SeenConversation = { readonly title?: string; readonly isStarred?: boolean }

/** The facts that earlier exchanges showed, for rules that need more than one exchange. */
export type SeenFacts = {
  /** Whether a request had a credential in its header. */
  hasCredentials(): boolean
  /** The key with which a request was sent, in its header or its body. */
  keyOf(exchange: Exchange): SeenKey | undefined
  /** Whether a text is the full value of an API key whose creation was in the traffic. */
  isFullKey(text: string): boolean
  /** Whether a key was deleted, and the deletion had time to show. */
  isDeletedKey(keyId: string, exchange: Exchange): boolean
  /**
   * The fields of a key that no use of it changes, as they were first shown. If a whole list lacks
   * the id of a key, its record is recognized by name, prefix and date.
   */
  keyBefore(record: JsonObject, exchange: Exchange): JsonObject | undefined
  /** How a key was used. Undefined until the last use had time to show. */
  usageOf(keyId: string, exchange: Exchange): SeenUsage | undefined
  /** Whether the user of a request was accepted by the same operation before. */
  hasReached(exchange: Exchange): boolean
  /** The highest shown `total_requests` of a key. 0 until all servers had time to show it. */
  countOf(keyId: string, exchange: Exchange): number
  /** The user whose credential a request has. */
  userOf(exchange: Exchange): string | undefined
  /** Whether the user of a request created a conversation; undefined if either user is unknown. */
  isOwn(conversation: string, exchange: Exchange): boolean | undefined
  /** The title and the star of a conversation, as they were shown or set last. */
  conversationBefore(conversation: string): SeenConversation
  /** Whether the record of the path was deleted. False until the deletion had time to show. */
  isDeleted(exchange: Exchange): boolean
  /** Whether a conversation was deleted, or had a turn. */
  isUsed(conversation: string): boolean
  /** The old and the new title of the last change. Undefined until the change had time to show. */
  renamingOf(
    conversation: string,
    exchange: Exchange,
  ): { readonly old: string; readonly title: string } | undefined
  /** The earlier streams of the conversation of a stream, oldest first. At most four are stored. */
  streamsBefore(exchange: Exchange): readonly Exchange[]
  /**
   * The ids on the previous page of the same list, as the same user read it with the same size.
   * Undefined if the list may have another order since then, or has another number of items.
   */
  pageBefore(exchange: Exchange): readonly string[] | undefined
}
