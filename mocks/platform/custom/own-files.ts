import { encodeBase64 } from '../../../contract/base64.ts'
import type { Operation } from '../../../contract/operations/operation.ts'
import { ownLimits } from '../../../contract/limits.ts'
import { idParameter, itemPath } from '../../../contract/profile/family-paths.ts'
import type { Families, FileAction, FilesFamily } from '../../../contract/profile/own-operations.ts'
import { readShape } from '../../../contract/profile/shape.ts'
import type { MatchesPattern } from '../../../contract/profile/shape-problems.ts'
import { objectSchema } from '../../../contract/profile/shape-schema.ts'
import type { Download } from '../../world/wire.ts'
import { expressionScope } from './expression-scope.ts'
import { createRecord, findRecord } from './own-access.ts'
import { collectionOperations } from './own-collection.ts'
import { OwnFiles } from './own-file-bytes.ts'
import { objectFrom, partOf, shapeFields } from './own-input.ts'
import { asCollection } from './own-record-family.ts'
import { viewOf } from './own-records.ts'
import { accessOf, answerOf, type OwnOperation } from './own-row.ts'
import { fileIn, typeOf } from './own-upload.ts'

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
  const item = itemPath(name, family)
  const show = partOf(name, 'show', family.show)
  const form = fields && readShape(fields)
  const upload: OwnOperation = {
    family: name,
    fileField: family.field ?? 'file',
    row: {
      method: 'POST',
      path: (family.upload ?? family.path) as Operation['path'],
      ...answerOf(one),
      record: objectSchema(shapeFields(family.shown ?? collection.record), matches),
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
      if (show === undefined) return viewOf(collection)(record)
      return objectFrom(`${name} › show`, show, record, expressionScope(context))
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
      const id = context.params[idParameter(name, family)] ?? ''
      const { filename, content_type } = findRecord(context, name, collection, id, {
        changes: false,
      })
      const content = new OwnFiles(context.world).bytes(name, id)
      // The control API may have set the type, and some texts cannot be sent as a header.
      return { name: String(filename), type: typeOf({ type: String(content_type) }), content }
    },
  }
  const own: Partial<Record<FileAction, OwnOperation>> = { upload, download }
  return only.flatMap((action) =>
    action === 'upload' || action === 'download'
      ? (own[action] ?? [])
      : collectionOperations(name, { ...collection, only: [action] }, families, matches),
  )
}
