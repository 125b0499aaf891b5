import * as z from 'zod/mini'
import type { Operation } from '../../../contract/operations/operation.ts'
import type {
  ActionFamily,
  DocumentFamily,
  Families,
} from '../../../contract/profile/own-operations.ts'
import { readShape } from '../../../contract/profile/shape.ts'
import { objectSchema, schemaOf } from '../../../contract/profile/shape-schema.ts'
import type { MatchesPattern } from '../../../contract/profile/shape-problems.ts'
import { lazyExpression } from '../expression-engine.ts'
import { expressionScope } from '../expression-scope.ts'
import type { PipelineContext } from '../request-context.ts'
import { accessOf, answerOf, type OwnOperation } from './own-row.ts'
import { fileOperations } from './own-files.ts'
import { streamOperation } from './own-stream.ts'
import { collectionOperations, findRecord, recordsOf } from './own-collection.ts'

/** The operations of the families of a profile. */
export const ownOperations = (families: Families, matches: MatchesPattern): OwnOperation[] =>
  Object.entries(families).flatMap(([name, family]) => {
    switch (family.kind) {
      case 'collection':
        return collectionOperations(name, family, matches)
      case 'document':
        return documentOperations(name, family, matches)
      case 'action':
        return [actionOperation(name, family, families, matches)]
      case 'files':
        return fileOperations(name, family, matches)
      case 'stream':
        return [streamOperation(name, family, matches)]
    }
  })

const tableOf = ({ world }: PipelineContext) => world.tables.of<unknown>('own-documents')

/** A value that each user, or all together, read and replace. */
function documentOperations(
  name: string,
  family: DocumentFamily,
  matches: MatchesPattern,
): OwnOperation[] {
  const { replace = 'PUT', one, of = 'user', record, value } = family
  const keyOf = ({ knownCaller }: PipelineContext) =>
    of === 'user' ? `${name}\n${knownCaller?.user.id ?? ''}` : `${name}\n`
  const read = (context: PipelineContext) => tableOf(context).get(keyOf(context)) ?? value
  const path = family.path as Operation['path']
  const common = {
    path,
    answer: answerOf(one),
    record: schemaOf(readShape(record), matches),
    ...accessOf(family),
  }
  const reading: OwnOperation = { family: name, row: { ...common, method: 'GET' }, run: read }
  if (replace === 'none') return [reading]
  const shape = readShape(record)
  const body =
    replace === 'PATCH' && shape.kind === 'object'
      ? z.partial(objectSchema(shape.fields, matches))
      : schemaOf(shape, matches)
  const run = (context: PipelineContext) => {
    const before = read(context)
    const isPartial = replace === 'PATCH' && typeof before === 'object' && before !== null
    const after = isPartial ? { ...before, ...(context.body as object) } : context.body
    tableOf(context).set(keyOf(context), after)
    return after
  }
  return [reading, { family: name, row: { ...common, method: replace, body }, run }]
}

/** An operation that answers from an expression, and may change a record. */
function actionOperation(
  name: string,
  family: ActionFamily,
  families: Families,
  matches: MatchesPattern,
): OwnOperation {
  const { method, on, body, changes, answer = '@', status } = family
  const target = on === undefined ? undefined : families[on]
  const evaluate = lazyExpression(`operations › ${name} › answer`, answer)
  const change =
    changes === undefined ? undefined : lazyExpression(`operations › ${name} › changes`, changes)
  const fields = body && readShape(body)
  const row: Operation = {
    method,
    path: family.path as Operation['path'],
    answer: status === 204 ? 'empty' : 'record',
    ...(status !== undefined && { status }),
    ...accessOf(family),
    ...(fields?.kind === 'object' && { body: objectSchema(fields.fields, matches) }),
  }
  const run = (context: PipelineContext) => {
    const scope = expressionScope(context)
    if (on === undefined || target?.kind !== 'collection') return evaluate({}, scope)
    const id = Object.values(context.params).at(-1) ?? ''
    let record = findRecord(context, on, target, id, change !== undefined)
    const changed = change?.(record, scope)
    if (typeof changed === 'object' && changed !== null)
      record = recordsOf(context.world, on, target).insert({
        ...record,
        ...changed,
        id: record.id,
      })
    return evaluate(record, scope)
  }
  return { family: name, row, run }
}
