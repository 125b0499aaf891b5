import * as z from 'zod/mini'
import { ownLimits } from '../limits.ts'
import { scopes } from '../scopes.ts'
import { effects, expression, refusals } from './effects.ts'
import { pace, streamLine } from '../scripts/lines.ts'

const path = z
  .string()
  .check(z.regex(/^(\/([\w.~-]+|\{\w+\}))+$/, 'is not a path such as `/api/skills/{skill_id}`'))
const shape = z.unknown()
const parameter = z
  .string()
  .check(
    z.refine(
      (name) => /^\w+$/.test(name),
      'It must be a name of a parameter, such as `skill_id`, without braces',
    ),
  )
const shapesByField = z.optional(z.record(z.string(), shape))
const optional = z.optional(expression)
const shapes = z.optional(z.record(z.string().check(z.regex(/^[1-5]\d\d$/)), shape))
const status = z.optional(z.int().check(z.gte(200), z.lte(299)))
const text = z.string().check(z.minLength(1))
const words = z.array(text).check(z.maxLength(ownLimits.shapeFields))

const access = {
  /** The scope that a scoped key needs. */
  scope: z.optional(z.enum(scopes)),
  /** Whether only administrators may call it. */
  admin: z.optional(z.boolean()),
  /** The code of the 403 for others; `null` sends none. */
  admin_code: z.optional(z.nullable(text)),
  /** Whether it needs no credential. */
  public: z.optional(z.boolean()),
}

/** Fields that every family of records may have. */
const records = {
  /** The error code of the 404; `null` sends no code. */
  missing: z.optional(z.nullable(text)),
  /** The parameters of the path that name parent records, with the kinds of these. */
  within: z.optional(z.record(parameter, z.string())),
}

/** The access of a user to records of other users. */
const others = z.optional(z.enum(['missing', 'forbidden', 'readable', 'shared']))
const envelope = z.optional(z.enum(['page', 'items', 'array', 'envelope', 'bare']))

const collectionAction = z.enum(['list', 'create', 'read', 'update', 'replace', 'delete', 'batch'])

const toggleKey = z
  .string()
  .check(
    z.refine(
      (key) => /^((POST|PUT|PATCH|DELETE) )?[\w-]+$/.test(key),
      'It must be a segment such as `active`, or a method and a segment such as `POST toggle`',
    ),
  )

/** A list of records with the usual operations. */
const collection = z.strictObject({
  kind: z.literal('collection'),
  path,
  ...access,
  ...records,
  /** The shape of a record. `id`, `user_id`, `created_at` and `updated_at` are set automatically. */
  record: z.record(z.string(), shape),
  /** The parameter with the id of a record; `<family>_id` by default. */
  id: z.optional(parameter),
  /** The field of the record that names it in paths; `id` by default. */
  key: z.optional(text),
  /** The method of the partial change; PATCH by default. */
  update: z.optional(z.enum(['PATCH', 'PUT', 'POST'])),
  /** Whether PUT creates a record that does not exist. */
  upsert: z.optional(z.boolean()),
  /** What clients send, if it differs from `record`. */
  input: shapesByField,
  /** The fields of the record from the input, or from the record with the input on a change. */
  set: optional,
  /** The refusals of business rules, by the action of the request. */
  refuses: z.optional(z.partialRecord(collectionAction, refusals)),
  /** Changes of further records, by the action of the request. */
  also: z.optional(z.partialRecord(z.enum([...collectionAction.options, 'toggle']), effects)),
  /** How a record is shown, and the shape of that. */
  show: optional,
  shown: shapesByField,
  /** The body of the list, from the shown records or from a page of them. */
  lists: optional,
  /** The response to a deletion, instead of 204. */
  deleted: optional,
  only: z.optional(z.array(collectionAction).check(z.maxLength(20))),
  /** Boolean fields that an operation switches: `PATCH <path>/{id}/<name>`, or `POST <name>`. */
  toggle: z.optional(z.record(toggleKey, z.string())),
  search: z.optional(words),
  filters: z.optional(words),
  others,
  list: envelope,
  one: envelope,
  created: status,
  /** Records at the start, or an expression that makes them from the records of the world. */
  seeds: z.optional(
    z.union([
      z.array(z.record(z.string(), z.unknown())).check(z.maxLength(ownLimits.ownSeeds)),
      expression,
    ]),
  ),
  shape: shapes,
})

/** One value that is read, and may be replaced, by each user or by all. */
const document = z.strictObject({
  kind: z.literal('document'),
  path,
  ...access,
  ...records,
  record: shape,
  /** The value at the start, or an expression that makes it from the parent record. */
  value: z.optional(z.unknown()),
  from: optional,
  input: z.optional(shape),
  /** The value from the earlier value with the input. */
  set: optional,
  /** The values that business rules refuse. */
  refuses: z.optional(refusals),
  /** Changes of further records by a replacement. */
  also: z.optional(effects),
  show: optional,
  shown: z.optional(shape),
  /** Whether DELETE brings the first value back. */
  reset: z.optional(z.boolean()),
  /** The response to that. */
  deleted: optional,
  of: z.optional(z.enum(['user', 'world'])),
  replace: z.optional(z.enum(['PUT', 'PATCH', 'none'])),
  one: envelope,
  shape: shapes,
})

const method = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

const creation = z.strictObject({ in: z.string(), record: expression })

/** One operation that answers from an expression, and may change records. */
const action = z.strictObject({
  kind: z.literal('action'),
  method,
  path,
  ...access,
  ...records,
  /** The kind of the record that a parameter of the path names. */
  on: z.optional(z.string()),
  /** The parameter that names the record; by default the last parameter of the path. */
  by: z.optional(parameter),
  /** The owners whose records the parameter may name. */
  reach: z.optional(z.enum(['owner', 'visible', 'all'])),
  query: shapesByField,
  body: shapesByField,
  /** Whether a body must be sent though it has no required field. */
  needs_body: z.optional(z.boolean()),
  /** The field of a form that has a file: `$file` in `creates` and `answer`. */
  file: z.optional(text),
  /** The requests that business rules refuse. */
  refuses: z.optional(refusals),
  /** The ids of the records that are changed or removed, instead of one in the path. */
  each: optional,
  changes: optional,
  /** Fields that are stored beside the record, because the contract does not have them. */
  keeps: optional,
  removes: z.optional(z.boolean()),
  /** Records that it adds; with a list of kinds, one after the other. */
  creates: z.optional(z.union([creation, z.array(creation).check(z.maxLength(10))])),
  /** Changes of further records, at once or later. */
  also: z.optional(effects),
  /** A run of a workflow that it waits for, as `{ workflow, inputs }`: `$run` in `answer`. */
  runs: optional,
  answer: optional,
  status,
  one: z.optional(z.enum(['envelope', 'bare'])),
  /** The content type of an answer that is a text, and the name of its file. */
  type: z.optional(
    z
      .string()
      .check(
        z.refine(
          (type) => /^[\w.+-]+\/[\w.+-]+(; ?[\w-]+=[\w.-]+)?$/.test(type),
          'It must be a content type, such as `text/csv`',
        ),
      ),
  ),
  filename: z.optional(text),
  /** Whether the response is a file. With a `type`, `on` names the file; without one, `answer` makes it. */
  download: z.optional(z.boolean()),
  /** The URL of a redirect with 302. */
  redirect: optional,
  /** Whether its meaning is not known, so that it answers a template. */
  template: z.optional(z.boolean()),
  shape: shapes,
})

const fileAction = z.enum(['list', 'upload', 'read', 'download', 'delete'])

/** Files that users upload, list, download and delete. */
const files = z.strictObject({
  kind: z.literal('files'),
  path,
  ...access,
  /** The path of uploads, if it is another one. */
  upload: z.optional(path),
  missing: records.missing,
  id: z.optional(parameter),
  /** The uploads that business rules refuse. */
  refuses: z.optional(refusals),
  show: optional,
  shown: shapesByField,
  deleted: optional,
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
  /** Operations of the family; default: all but `read`, which adds `GET <path>/{id}/download`. */
  only: z.optional(z.array(fileAction)),
  others,
  list: envelope,
  one: envelope,
  created: status,
  seeds: z.optional(
    z
      .array(
        z.looseObject({
          filename: text,
          content_type: z.optional(text),
          text: z.string().check(z.maxLength(ownLimits.ownFileBytes)),
        }),
      )
      .check(z.maxLength(ownLimits.ownSeeds)),
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
