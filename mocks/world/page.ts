/** One page of a list, in canonical form. */
export type Page = {
  readonly items: readonly object[]
  readonly total: number
  readonly page: number
  readonly size: number
}
