/** A regular expression that may stay although its time can grow faster than its input. */
export type Exception = {
  readonly file: string
  /** The literal, or the call of `RegExp` as the code has it. */
  readonly code: string
  /** Why no foreign text of any length reaches it; where its input is bounded, the bound. */
  readonly reason: string
}

export const exceptions: readonly Exception[] = [
  {
    file: 'contract/scripts/queries.ts',
    code: "new RegExp(pattern, 'i')",
    reason: 'Compiled to see whether it is an expression, and never run.',
  },
  {
    file: 'mocks/adapters/msw.ts',
    code: 'new RegExp(String.raw`^${literal}(/w/[^/]+)?/((api|__control)/|openapi\\.json$)`)',
    reason:
      'MSW wants an expression. The base URL of the fake is escaped, and what follows it is linear.',
  },
  {
    file: 'mocks/turns/text-units.ts',
    code: String.raw`/["'”’»›)\]」』）*_\s]+$/`,
    reason: 'Sees the last 12 characters of a text.',
  },
  {
    file: 'mocks/turns/text-units.ts',
    code: String.raw`/\n\s*\n\s*$/`,
    reason: 'Sees the last 12 characters of a text.',
  },
]
