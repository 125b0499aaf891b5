/** Cuts a text to at most `maxLength` characters; the last character, `…`, marks the cut. */
export const shorten = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : `${text.slice(0, cutAt(text, maxLength - 1))}…`

/** The maximum length of a name or value that an error repeats. */
const maxQuoteLength = 200

/**
 * Shortens a name or value of a request for an error. The text is cut before the message is made,
 * because handling a message of megabytes costs more than all other work of a call.
 */
export const shortenQuote = (text: string): string => shorten(text, maxQuoteLength)

/**
 * Cuts a text of a report after `maxLength` characters, and appends the length of the full text. If
 * `text` is only the beginning of the full text, `length` gives the full length.
 */
export const shortenWithLength = (text: string, maxLength: number, length?: number): string =>
  text.length <= maxLength && length === undefined
    ? text
    : `${text.slice(0, cutAt(text, maxLength))}… (${length ?? text.length} characters)`

/** Returns `end`, or `end - 1` if a cut at `end` would split a surrogate pair. */
export const cutAt = (text: string, end: number): number =>
  /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end
