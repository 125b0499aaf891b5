/** Cuts a text that is too long to show to `most` characters; the last one, `…`, marks the cut. */
export const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, cutAt(text, most - 1))}…`

/** The longest name or value that an error repeats. */
const longestQuote = 200

/**
 * A name or value of a request, as an error repeats it. A longer one is cut before it becomes part of
 * the message: searching and cutting a message of megabytes costs more than the rest of a call.
 */
export const shortenQuote = (text: string): string => shorten(text, longestQuote)

/**
 * Cuts a text of a report after `most` characters. The mark says how long the whole text is: `length`, if
 * `text` is only its beginning.
 */
export const shortenWithLength = (text: string, most: number, length?: number): string =>
  text.length <= most && length === undefined
    ? text
    : `${text.slice(0, cutAt(text, most))}… (${length ?? text.length} characters)`

/** `end`, or one less where it would cut a surrogate pair: half of one would be shown as an escape. */
const cutAt = (text: string, end: number): number =>
  /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end
