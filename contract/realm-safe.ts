/**
 * These functions recognize objects of built-in classes from any realm. A test environment such as
 * jsdom, a frame or a `vm` context is a realm with its own `Uint8Array`, `Error` and `Promise`, and
 * `instanceof` is false for objects of another realm.
 */
const typeTagOf = (value: unknown): string => Object.prototype.toString.call(value).slice(8, -1)

export const isBytes = (value: unknown): value is Uint8Array => typeTagOf(value) === 'Uint8Array'

export const isDate = (value: unknown): value is Date => typeTagOf(value) === 'Date'

export const isFormData = (value: unknown): value is FormData => typeTagOf(value) === 'FormData'

export const isResponse = (value: unknown): value is Response => typeTagOf(value) === 'Response'

/** Whether a value is an `AggregateError`: Node throws one if all addresses of a host failed. */
export const isAggregateError = (value: unknown): value is AggregateError =>
  isError(value, 'AggregateError')

/** Whether a value is an error or a `DOMException`. A given `name` must be the error's name. */
export const isError = (value: unknown, name?: string): value is Error =>
  (typeTagOf(value) === 'Error' || typeTagOf(value) === 'DOMException') &&
  (name === undefined || (value as Error).name === name)

/** Whether an error message says that the stack overflowed. Firefox has another message. */
export const isStackOverflow = (message: string): boolean =>
  /call stack|stack overflow|too much recursion/i.test(message)

/** Returns the message of an error, or the text of anything else that was thrown. */
export const messageOf = (error: unknown): string =>
  isError(error) ? error.message : String(error)
