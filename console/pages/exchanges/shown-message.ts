/** The headers of a message, as pairs of a name and a value, in the order of the message. */
export type ShownHeaders = readonly (readonly [name: string, value: string])[]

/** What is shown of the body of a message: the start of the text, or why there is no text. */
export type ShownBody =
  | { readonly kind: 'text'; readonly text: string; readonly length: number }
  | { readonly kind: 'bytes'; readonly length: number }
  | { readonly kind: 'empty' }
  | { readonly kind: 'missing' }

/** The request or the response of an exchange. */
export type ShownMessage = {
  /** The headers; `undefined` if headers of this message are never stored. */
  readonly headers: ShownHeaders | undefined
  /** The body; `undefined` if another element shows the body, such as a timeline. */
  readonly body: ShownBody | undefined
}
