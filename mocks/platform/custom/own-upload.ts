import { ownLimits } from '../../../contract/limits.ts'
import type { FilesFamily } from '../../../contract/profile/own-operations.ts'
import { ApiError, InvalidInput } from '../../world/api-error.ts'
import type { PipelineContext, UploadedFile } from '../request-context.ts'

const contentTypePattern = /^[\w.+-]+\/[\w.+-]+(; ?[\w-]+=[\w.-]+)?$/

/** The content type of a file; `application/octet-stream` if the type of the file is not valid. */
export const contentTypeOf = ({ type }: Pick<UploadedFile, 'type'>): string =>
  type.length <= 200 && contentTypePattern.test(type) ? type : 'application/octet-stream'

/** The file of an upload. Throws for a body without a file, and for a file that the family refuses. */
export function requireUploadedFile(
  { rawBody: { files, problem } }: PipelineContext,
  { field = 'file', types }: Pick<FilesFamily, 'field' | 'types'>,
  max: number = ownLimits.ownFileBytes,
): UploadedFile {
  const file = files?.get(field) ?? files?.get('')
  if ((file?.bytes.length ?? 0) > max || problem === 'too-large')
    throw new ApiError('body-too-large', `The file is too large: the limit is ${max} bytes.`)
  if (problem !== undefined)
    throw new ApiError(
      'body-unreadable',
      `The request body is not a valid form. Send \`multipart/form-data\` with the file in the field \`${field}\`.`,
    )
  if (file === undefined)
    throw new InvalidInput([
      { loc: ['body', field], msg: 'Field required', type: 'missing', input: null },
    ])
  const type = contentTypeOf(file)
  const accepts = (one: string) =>
    one.endsWith('/*') ? type.startsWith(one.slice(0, -1)) : type.split(';')[0] === one
  if (types?.some(accepts) === false)
    throw new ApiError(
      'body-type-unsupported',
      `Files of the type \`${type}\` are not accepted. Accepted: ${types.join(', ')}.`,
    )
  return file
}

/** A file as expressions see it. */
export const fileForExpressions = (file: UploadedFile): object => ({
  filename: file.name.slice(0, ownLimits.filename.max),
  content_type: contentTypeOf(file),
  size: file.bytes.length,
  text: new TextDecoder().decode(file.bytes),
})
