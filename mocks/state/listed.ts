/**
 * The records of one owner in one order as they are now. As long as nothing of it changes it is the
 * same object, so that what was made of it can be kept beside it.
 */
export type Listed<R> = {
  readonly length: number
  /** Up to `count` records from position `from`. */
  slice(from: number, count: number): R[]
}
