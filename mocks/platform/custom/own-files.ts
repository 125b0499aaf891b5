import type { Operation } from '../../../contract/operations/operation.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { Families, FileAction, FilesFamily } from '../../../contract/profile/own-operations.ts'
import { readShape } from '../../../contract/profile/shape.ts'
import type { MatchesPattern } from '../../../contract/profile/shape-problems.ts'
import { objectSchema } from '../../../contract/profile/shape-schema.ts'
import { ApiError, InvalidInput } from '../../world/api-error.ts'
import type { Download } from '../../world/wire.ts'
import type { PipelineContext, UploadedFile } from '../request-context.ts'
import { createRecord, findRecord } from './own-access.ts'
import { collectionOperations } from './own-collection.ts'
import { decodeBase64, encodeBase64, OwnFiles } from './own-file-bytes.ts'
import { asCollection } from './own-record-family.ts'
import { fieldsOf, viewOf } from './own-records.ts'
import { accessOf, answerOf, type OwnOperation } from './own-row.ts'

/** The operations of a family of files. */
export function fileOperations(
  name: string,
  family: FilesFamily,
  families: Families,
  matches: MatchesPattern,
): OwnOperation[] {
  const { only = ['list', 'upload', 'download', 'delete'], fields, one } = family
  const { max_bytes: most = ownLimits.ownFileBytes } = family
  const collection = asCollection(family)
  const path = family.path as Operation['path']
  const item = `${path}/{${name}_id}` as const
  const form = fields && readShape(fields)
  const upload: OwnOperation = {
    family: name,
    fileField: family.field ?? 'file',
    row: {
      method: 'POST',
      path,
      ...answerOf(one),
      record: objectSchema(fieldsOf(collection), matches),
      ...accessOf(family),
      bodyBytes: most + ownLimits.formBytes,
      ...(form?.kind === 'object' && { body: objectSchema(form.fields, matches) }),
      status: family.created ?? 201,
    },
    run(context) {
      const file = fileIn(context, family, most)
      const files = new OwnFiles(context.world)
      files.requireSpace(file.bytes.length)
      const record = createRecord(context, name, collection, {
        ...(context.body as object | undefined),
        filename: file.name.slice(0, ownLimits.filename.max),
        content_type: typeOf(file),
        size: file.bytes.length,
      })
      files.set(name, record.id, encodeBase64(file.bytes))
      return viewOf(collection)(record)
    },
  }
  const download: OwnOperation = {
    family: name,
    row: {
      method: 'GET',
      path: only.includes('read') ? `${item}/download` : item,
      answer: 'download',
      ...accessOf(family),
    },
    run(context): Download {
      const id = context.params[`${name}_id`] ?? ''
      const { filename, content_type } = findRecord(context, name, collection, id, {
        changes: false,
      })
      const content = decodeBase64(new OwnFiles(context.world).get(name, id) ?? '')
      return { name: String(filename), type: String(content_type), content }
    },
  }
  const own: Partial<Record<FileAction, OwnOperation>> = { upload, download }
  return only.flatMap((action) =>
    action === 'upload' || action === 'download'
      ? (own[action] ?? [])
      : collectionOperations(name, { ...collection, only: [action] }, families, matches),
  )
}

const contentType = /^[\w.+-]+\/[\w.+-]+(; ?[\w-]+=[\w.-]+)?$/

const typeOf = ({ type }: UploadedFile) =>
  type.length <= 200 && contentType.test(type) ? type : 'application/octet-stream'

/** The file of an upload. Throws for a body without one, and for a file that the family refuses. */
function fileIn(
  { rawBody: { files, problem } }: PipelineContext,
  { field = 'file', types }: FilesFamily,
  most: number,
): UploadedFile {
  const file = files?.get(field) ?? files?.get('')
  if ((file?.bytes.length ?? 0) > most || problem === 'too-large')
    throw new ApiError('body-too-large', `The file is too large: the limit is ${most} bytes.`)
  if (problem !== undefined)
    throw new ApiError(
      'body-unreadable',
      `The request body is not a valid form. Send \`multipart/form-data\` with the file in the field \`${field}\`.`,
    )
  if (file === undefined)
    throw new InvalidInput([
      { loc: ['body', field], msg: 'Field required', type: 'missing', input: null },
    ])
  const type = typeOf(file)
  const accepts = (one: string) =>
    one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : type.split(';')[0] === one
  if (types?.some(accepts) === false)
    throw new ApiError(
      'body-type-unsupported',
      `Files of the type \`${type}\` are not accepted. Accepted: ${types.join(', ')}.`,
    )
  return file
}
