import type { Operation } from '../../../contract/operations/operation.ts'
import { isObject } from '../../../contract/json.ts'
import type { DocumentFamily, Families } from '../../../contract/profile/own-operations.ts'
import { readShape } from '../../../contract/profile/shape.ts'
import type { MatchesPattern } from '../../../contract/profile/shape-problems.ts'
import { objectSchema, schemaOf } from '../../../contract/profile/shape-schema.ts'
import * as z from 'zod/mini'
import type { PipelineContext } from '../request-context.ts'
import { expressionScope } from './expression-scope.ts'
import { documentKey, documentsOf } from './own-document-values.ts'
import { partOf } from './own-input.ts'
import { accessOf, answerOf, type OwnOperation } from './own-row.ts'
import { parentsOf } from './record-source.ts'

/** A value that each user, or all together, read and replace; or one of each parent record. */
export function documentOperations(
  name: string,
  family: DocumentFamily,
  families: Families,
  matches: MatchesPattern,
): OwnOperation[] {
  const { replace = 'PUT', one, record, value, input, reset = false } = family
  const parents = parentsOf(families, family)
  const first = partOf(name, 'from', family.from)
  const set = partOf(name, 'set', family.set)
  const show = partOf(name, 'show', family.show)
  const deleted = partOf(name, 'deleted', family.deleted)
  const keyIn = (context: PipelineContext) => {
    const { fields, last } = parents(context)
    return { key: documentKey(name, family, context.knownCaller?.user.id, fields), parent: last }
  }
  function stored(context: PipelineContext): { readonly key: string; readonly value: unknown } {
    const { key, parent } = keyIn(context)
    const kept = documentsOf(context.world).get(key)
    if (kept !== undefined) return { key, value: kept }
    return { key, value: first === undefined ? value : first(parent, expressionScope(context)) }
  }
  const shown = (context: PipelineContext, current: unknown) =>
    show === undefined ? current : show(current, expressionScope(context))
  const path = family.path as Operation['path']
  const common = {
    path,
    ...answerOf(one),
    record: schemaOf(readShape(family.shown ?? record), matches),
    ...accessOf(family),
  }
  const shape = readShape(input ?? record)
  const body =
    replace === 'PATCH' && shape.kind === 'object'
      ? z.partial(objectSchema(shape.fields, matches))
      : schemaOf(shape, matches)
  function run(context: PipelineContext): unknown {
    const { key, value: before } = stored(context)
    const merged =
      isObject(before) && isObject(context.body) ? { ...before, ...context.body } : context.body
    const after =
      set === undefined
        ? replace === 'PATCH'
          ? merged
          : context.body
        : set(merged, expressionScope(context))
    documentsOf(context.world).set(key, after)
    return shown(context, after)
  }
  function restore(context: PipelineContext): unknown {
    const { key, value: before } = stored(context)
    documentsOf(context.world).delete(key)
    return deleted?.(before, expressionScope(context))
  }
  return [
    {
      family: name,
      row: { ...common, method: 'GET' },
      run: (context) => shown(context, stored(context).value),
    },
    ...(replace === 'none'
      ? []
      : [{ family: name, row: { ...common, method: replace, body }, run }]),
    ...(reset
      ? [
          {
            family: name,
            row: {
              path,
              method: 'DELETE' as const,
              ...accessOf(family),
              ...(deleted === undefined ? { answer: 'empty' as const } : answerOf(one)),
            },
            run: restore,
          },
        ]
      : []),
  ]
}
