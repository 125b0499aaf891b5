import * as z from 'zod/mini'
import { headerValues } from './answers.ts'
import { ownLimits } from '../limits.ts'
import { scopes } from '../scopes.ts'

const expression = z.string().check(z.minLength(1), z.maxLength(ownLimits.expressionCharacters))
const path = z
  .string()
  .check(z.regex(/^(\/([\w.~-]+|\{\w+\}))+$/, 'is not a path such as `/api/skills/{skill_id}`'))
const shape = z.unknown()
const shapes = z.optional(z.record(z.string().check(z.regex(/^[1-5]\d\d$/)), shape))
const status = z.optional(z.int().check(z.gte(200), z.lte(299)))
const words = z.array(z.string().check(z.minLength(1))).check(z.maxLength(ownLimits.shapeFields))

const access = {
  /** The scope that a scoped key needs. */
  scope: z.optional(z.enum(scopes)),
  /** Whether only administrators may call it. */
  admin: z.optional(z.boolean()),
  /** Whether it needs no credential. */
  public: z.optional(z.boolean()),
}

/** What a user may do with a record of another user. */
const others = z.optional(z.enum(['missing', 'forbidden', 'readable', 'shared']))
const envelope = z.optional(z.enum(['page', 'items', 'array', 'envelope', 'bare']))

const collectionAction = z.enum(['list', 'create', 'read', 'update', 'replace', 'delete', 'batch'])

/** A list of records with the usual operations. */
const collection = z.strictObject({
  kind: z.literal('collection'),
  path,
  ...access,
  /** The shape of a record. `id`, `user_id`, `created_at` and `updated_at` are set by themselves. */
  record: z.record(z.string(), shape),
  only: z.optional(z.array(collectionAction).check(z.maxLength(20))),
  /** Boolean fields that an operation switches: `PATCH <path>/{id}/<name>`. */
  toggle: z.optional(z.record(z.string(), z.string())),
  search: z.optional(words),
  filters: z.optional(words),
  others,
  list: envelope,
  one: envelope,
  created: status,
  seeds: z.optional(
    z.array(z.record(z.string(), z.unknown())).check(z.maxLength(ownLimits.ownSeeds)),
  ),
  shape: shapes,
})

/** One value that is read, and may be replaced, by each user or by all. */
const document = z.strictObject({
  kind: z.literal('document'),
  path,
  ...access,
  record: shape,
  value: z.unknown(),
  of: z.optional(z.enum(['user', 'world'])),
  replace: z.optional(z.enum(['PUT', 'PATCH', 'none'])),
  one: envelope,
  shape: shapes,
})

const method = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

/** One operation that answers from an expression, and may change a record. */
const action = z.strictObject({
  kind: z.literal('action'),
  method,
  path,
  ...access,
  /** The collection whose record the last parameter of the path names. */
  on: z.optional(z.string()),
  body: z.optional(z.record(z.string(), shape)),
  changes: z.optional(expression),
  answer: z.optional(expression),
  status,
  headers: z.optional(headerValues),
  shape: shapes,
})

/** A family of operations beyond the contract. */
export const family = z.discriminatedUnion('kind', [collection, document, action])

export type Family = z.infer<typeof family>
export type CollectionFamily = z.infer<typeof collection>
export type DocumentFamily = z.infer<typeof document>
export type ActionFamily = z.infer<typeof action>
export type CollectionAction = z.infer<typeof collectionAction>

/** The families of a profile by their names. */
export type Families = Readonly<Record<string, Family>>
