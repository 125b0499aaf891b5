import type { Visitor } from '../visitor.ts'

/** The lists that name records for parameters, by the path up to the parameter; `=` begins a value. */
export const recordLists: Readonly<
  Record<string, { readonly list?: string; readonly field?: string }>
> = {
}

type Ids = Readonly<Record<string, string>>

/** What must be there before an operation can be called, by its path: returns the ids in the path. */
export const preparations: Readonly<Record<string, (visitor: Visitor) => Promise<Ids>>> = {}

/** Bodies of requests, where the required fields of the shape are not enough. */
export const bodies: Readonly<Record<string, object | ((visitor: Visitor) => Promise<object>)>> = {
  'POST /api/auth/login': { email: 'demo@example.com', password: 'demo-password' },
}
