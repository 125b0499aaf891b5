/** A pattern of a script, ready to be held against queries. */
export type Matcher = {
  fits(query: string): boolean
  /** What its named groups hold, but for those that took no part. */
  groups(query: string): Readonly<Record<string, string>>
}
