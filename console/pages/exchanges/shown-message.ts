/** Names with values, in the order of the message. */
export type ShownHeaders = readonly (readonly [name: string, value: string])[]

/** A body as it can be shown: its beginning, or why it has no text. */
export type ShownBody =
  | { readonly kind: 'text'; readonly text: string; readonly length: number }
  | { readonly kind: 'bytes'; readonly length: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'missing' }

/** One of the two messages of an exchange. */
export type ShownMessage = {
  /** `undefined` if headers are never kept. */
  readonly headers: ShownHeaders | undefined
  /** `undefined` if something else shows it, such as a timeline. */
  readonly body: ShownBody | undefined
}
