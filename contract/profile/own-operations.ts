import * as z from 'zod/mini'
import { ownLimits } from '../limits.ts'
import { scopes } from '../scopes.ts'
import { effects, expression, refusals } from './effects.ts'
import { pace, streamLine } from '../scripts/lines.ts'

const operationPath = z
  .string()
  .check(z.regex(/^(\/([\w.~-]+|\{\w+\}))+$/, 'It must be a path such as `/api/skills/{skill_id}`'))
const shape = z.unknown()
const parameterName = z
  .string()
  .check(
    z.refine(
      (name) => /^\w+$/.test(name),
      'It must be a name of a parameter, such as `skill_id`, without braces',
    ),
  )
const shapesByField = z.optional(z.record(z.string(), shape))
const optionalExpression = z.optional(expression)
const shapesByStatus = z.optional(z.record(z.string().check(z.regex(/^[1-5]\d\d$/)), shape))
const status = z.optional(z.int().check(z.gte(200), z.lte(299)))
const text = z.string().check(z.minLength(1))
const wordList = z.array(text).check(z.maxLength(ownLimits.shapeFields))

const accessKeys = {
  /** The scope that a scoped key needs. */
  scope: z.optional(z.enum(scopes)),
  /** Whether only administrators may call the operation. */
  admin: z.optional(z.boolean()),
  /** The error code of the 403 for users who are not administrators; `null` sends no code. */
  admin_code: z.optional(z.nullable(text)),
  /** Whether the operation needs no credential. */
  public: z.optional(z.boolean()),
}

/** Keys that collections, documents and actions have in common. */
const commonKeys = {
  /** The error code of the 404 for a missing record; `null` sends no code. */
  missing: z.optional(z.nullable(text)),
  /** The path parameters that name parent records, with the kind of each parent. */
  within: z.optional(z.record(parameterName, z.string())),
}

/** How the operations treat records of other users. */
const accessByOthers = z.optional(z.enum(['missing', 'forbidden', 'readable', 'shared']))
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

/** A list of records with operations such as list, create, read, update and delete. */
const collectionFamily = z.strictObject({
  kind: z.literal('collection'),
  path: operationPath,
  ...accessKeys,
  ...commonKeys,
  /** The shape of a record. The platform sets `id`, `user_id`, `created_at` and `updated_at`. */
  record: z.record(z.string(), shape),
  /** The parameter with the id of a record; `<family>_id` by default. */
  id: z.optional(parameterName),
  /** The field that identifies a record in paths; `id` by default. */
  key: z.optional(text),
  /** The method of the action `update`, a partial change; PATCH by default. */
  update: z.optional(z.enum(['PATCH', 'PUT', 'POST'])),
  /** Whether PUT creates a record that does not exist. */
  upsert: z.optional(z.boolean()),
  /** The shape of the request body, if it differs from `record`. */
  input: shapesByField,
  /** Computes the record's fields from the input; for a change, also from the old record. */
  set: optionalExpression,
  /** Conditions under which a request is refused, by the action of the request. */
  refuses: z.optional(z.partialRecord(collectionAction, refusals)),
  /** Changes of other records, by the action of the request. */
  also: z.optional(z.partialRecord(z.enum([...collectionAction.options, 'toggle']), effects)),
  /** Computes how a record looks in responses; `shown` is the shape of the result. */
  show: optionalExpression,
  shown: shapesByField,
  /** Computes the body of the list response from the shown records, or from a page of them. */
  lists: optionalExpression,
  /** Computes the response to a deletion; by default, the response is an empty 204. */
  deleted: optionalExpression,
  only: z.optional(z.array(collectionAction).check(z.maxLength(20))),
  /** The boolean fields that operations switch, by operation: `active` (PATCH) or `POST active`. */
  toggle: z.optional(z.record(toggleKey, z.string())),
  search: z.optional(wordList),
  filters: z.optional(wordList),
  others: accessByOthers,
  list: envelope,
  one: envelope,
  created: status,
  /** The seed records, or an expression that computes them from the records of the world. */
  seeds: z.optional(
    z.union([
      z.array(z.record(z.string(), z.unknown())).check(z.maxLength(ownLimits.ownSeeds)),
      expression,
    ]),
  ),
  shape: shapesByStatus,
})

/** A value that clients read and can replace. Each user has a value, or all users share one. */
const documentFamily = z.strictObject({
  kind: z.literal('document'),
  path: operationPath,
  ...accessKeys,
  ...commonKeys,
  record: shape,
  /** The initial value, or an expression that computes it from the parent record. */
  value: z.optional(z.unknown()),
  from: optionalExpression,
  input: z.optional(shape),
  /** Computes the new value from the earlier value and the input. */
  set: optionalExpression,
  /** Conditions under which a replacement is refused. */
  refuses: z.optional(refusals),
  /** Changes of other records when the value is replaced. */
  also: z.optional(effects),
  show: optionalExpression,
  shown: z.optional(shape),
  /** Whether DELETE restores the initial value. */
  reset: z.optional(z.boolean()),
  /** Computes the response to DELETE. */
  deleted: optionalExpression,
  of: z.optional(z.enum(['user', 'world'])),
  replace: z.optional(z.enum(['PUT', 'PATCH', 'none'])),
  one: envelope,
  shape: shapesByStatus,
})

const method = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

const recordCreation = z.strictObject({ in: z.string(), record: expression })

/** A single operation that computes its response, and may change records. */
const actionFamily = z.strictObject({
  kind: z.literal('action'),
  method,
  path: operationPath,
  ...accessKeys,
  ...commonKeys,
  /** The kind of the record that a path parameter names. */
  on: z.optional(z.string()),
  /** The parameter that names the record; by default the last parameter of the path. */
  by: z.optional(parameterName),
  /** The records that the parameter may name: the caller's, all that the caller sees, or all. */
  reach: z.optional(z.enum(['owner', 'visible', 'all'])),
  query: shapesByField,
  body: shapesByField,
  /** Whether a body is required even if all of its fields are optional. */
  needs_body: z.optional(z.boolean()),
  /** The form field with an uploaded file. `creates` and `answer` read the file as `$file`. */
  file: z.optional(text),
  /** Conditions under which the operation is refused. */
  refuses: z.optional(refusals),
  /** Computes the ids of the records to change or remove, instead of a record in the path. */
  each: optionalExpression,
  changes: optionalExpression,
  /** Computes fields that are stored with a record, although the contract does not have them. */
  keeps: optionalExpression,
  removes: z.optional(z.boolean()),
  /** The records to add: of one kind, or of several kinds, which are added in this order. */
  creates: z.optional(z.union([recordCreation, z.array(recordCreation).check(z.maxLength(10))])),
  /** Changes of other records, immediately or later. */
  also: z.optional(effects),
  /** Computes the workflow run to play: `{ workflow, inputs }`. In `answer`, the run is `$run`. */
  runs: optionalExpression,
  answer: optionalExpression,
  status,
  one: z.optional(z.enum(['envelope', 'bare'])),
  /** The content type and the file name of a text response. */
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
  /** Whether the response is a file. With `type`, the path names the file, else `answer` does. */
  download: z.optional(z.boolean()),
  /** Computes the target URL of a 302 redirect. */
  redirect: optionalExpression,
  /** Set if the meaning of the operation is unknown: its response comes from a template. */
  template: z.optional(z.boolean()),
  shape: shapesByStatus,
})

const fileAction = z.enum(['list', 'upload', 'read', 'download', 'delete'])

/** Files that users upload, list, download and delete. */
const filesFamily = z.strictObject({
  kind: z.literal('files'),
  path: operationPath,
  ...accessKeys,
  /** The path of uploads, if it differs from the family's path. */
  upload: z.optional(operationPath),
  missing: commonKeys.missing,
  id: z.optional(parameterName),
  /** Conditions under which an upload is refused. */
  refuses: z.optional(refusals),
  show: optionalExpression,
  shown: shapesByField,
  deleted: optionalExpression,
  /** The form field with the file; `file` by default. */
  field: z.optional(text),
  /** Other form fields. All of their values are texts. */
  fields: z.optional(z.record(z.string(), shape)),
  /** The maximum size of a file in bytes. */
  max_bytes: z.optional(z.int().check(z.gte(1), z.lte(ownLimits.ownFileBytes))),
  /** The allowed content types, such as `application/pdf` or `image/*`; all by default. */
  types: z.optional(
    z.array(
      z
        .string()
        .check(
          z.regex(/^[\w.+-]+\/([\w.+-]+|\*)$/, 'It must be a content type such as `image/png`'),
        ),
    ),
  ),
  /** The operations; by default all except `read`. With `read`, downloads end with `/download`. */
  only: z.optional(z.array(fileAction)),
  others: accessByOthers,
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
  shape: shapesByStatus,
})

/** A stream of Server-Sent Events that plays a script. */
const streamFamily = z.strictObject({
  kind: z.literal('stream'),
  method: z.optional(z.enum(['GET', 'POST'])),
  path: operationPath,
  ...accessKeys,
  body: z.optional(z.record(z.string(), shape)),
  script: z.array(streamLine).check(z.minLength(1), z.maxLength(ownLimits.ownScriptLines)),
  pace: z.optional(pace),
  shape: shapesByStatus,
})

/** A family of operations that the contract does not have. */
export const family = z.discriminatedUnion('kind', [
  collectionFamily,
  documentFamily,
  actionFamily,
  filesFamily,
  streamFamily,
])

export type Family = z.infer<typeof family>
export type CollectionFamily = z.infer<typeof collectionFamily>
export type DocumentFamily = z.infer<typeof documentFamily>
export type ActionFamily = z.infer<typeof actionFamily>
export type FilesFamily = z.infer<typeof filesFamily>
export type FileAction = z.infer<typeof fileAction>
export type StreamFamily = z.infer<typeof streamFamily>
export type CollectionAction = z.infer<typeof collectionAction>

/** The families of a profile by their names. */
export type Families = Readonly<Record<string, Family>>
