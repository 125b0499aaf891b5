import * as z from 'zod/mini'
import { ownLimits } from '../limits.ts'
import { scopes } from '../scopes.ts'
import { pace, streamLine } from '../scripts/lines.ts'

const expression = z.string().check(z.minLength(1), z.maxLength(ownLimits.expressionCharacters))
const path = z
  .string()
  .check(z.regex(/^(\/([\w.~-]+|\{\w+\}))+$/, 'is not a path such as `/api/skills/{skill_id}`'))
const shape = z.unknown()
const shapes = z.optional(z.record(z.string().check(z.regex(/^[1-5]\d\d$/)), shape))
const status = z.optional(z.int().check(z.gte(200), z.lte(299)))
const text = z.string().check(z.minLength(1))
const words = z.array(text).check(z.maxLength(ownLimits.shapeFields))
const listOfSeeds = <Seed extends z.ZodMiniType>(seed: Seed) =>
  z.optional(z.array(seed).check(z.maxLength(ownLimits.ownSeeds)))

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
  seeds: listOfSeeds(z.record(z.string(), z.unknown())),
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
  shape: shapes,
})

const fileAction = z.enum(['list', 'upload', 'read', 'download', 'delete'])

/** Files that users upload, list, download and delete. */
const files = z.strictObject({
  kind: z.literal('files'),
  path,
  ...access,
  /** The field of the form that has the file; `file` by default. */
  field: z.optional(text),
  /** Further fields of the form. Their values are texts. */
  fields: z.optional(z.record(z.string(), shape)),
  /** The largest file in bytes. */
  max_bytes: z.optional(z.int().check(z.gte(1), z.lte(ownLimits.ownFileBytes))),
  /** The accepted content types, such as `application/pdf` or `image/*`; by default all. */
  types: z.optional(
    z.array(z.string().check(z.regex(/^[\w.+-]+\/([\w.+-]+|\*)$/, 'is not a type'))),
  ),
  /** By default all but `read`. With `read`, the bytes are at `<path>/{id}/download`. */
  only: z.optional(z.array(fileAction)),
  others,
  list: envelope,
  one: envelope,
  created: status,
  seeds: listOfSeeds(
    z.looseObject({
      filename: text,
      content_type: z.optional(text),
      text: z.string().check(z.maxLength(ownLimits.ownFileBytes)),
    }),
  ),
  shape: shapes,
})

/** A stream of Server-Sent Events that plays a script. */
const stream = z.strictObject({
  kind: z.literal('stream'),
  method: z.optional(z.enum(['GET', 'POST'])),
  path,
  ...access,
  body: z.optional(z.record(z.string(), shape)),
  script: z.array(streamLine).check(z.minLength(1), z.maxLength(ownLimits.ownScriptLines)),
  pace: z.optional(pace),
  shape: shapes,
})

/** A family of operations beyond the contract. */
export const family = z.discriminatedUnion('kind', [collection, document, action, files, stream])

export type Family = z.infer<typeof family>
export type CollectionFamily = z.infer<typeof collection>
export type DocumentFamily = z.infer<typeof document>
export type ActionFamily = z.infer<typeof action>
export type FilesFamily = z.infer<typeof files>
export type FileAction = z.infer<typeof fileAction>
export type StreamFamily = z.infer<typeof stream>
export type CollectionAction = z.infer<typeof collectionAction>

/** The families of a profile by their names. */
export type Families = Readonly<Record<string, Family>>
