import * as z from 'zod/mini'
import type { Shape } from '../../../contract/profile/shape.ts'

/** What the contract sends at a place: the fields of an object, the items of a list, or one value. */
export type FieldTree =
  | { readonly kind: 'object'; readonly fields: ReadonlyMap<string, TreeField> }
  | { readonly kind: 'list'; readonly item: FieldTree }
  | { readonly kind: 'value'; readonly type: 'string' | 'number' | 'boolean' }
  | { readonly kind: 'any' }

type TreeField = { readonly tree: FieldTree; readonly isOptional: boolean }

const anything: FieldTree = { kind: 'any' }

/** The fields that a schema of the contract describes. Unions and maps are `any`. */
export function treeOf(schema: unknown, levels = 8): FieldTree {
  if (levels === 0) return anything
  if (schema instanceof z.ZodMiniObject) {
    // One that takes further fields sends them, too.
    if (schema.def.catchall !== undefined && !(schema.def.catchall instanceof z.ZodMiniNever))
      return anything
    const fields = Object.entries(schema.shape as Readonly<Record<string, unknown>>).map(
      ([name, field]) =>
        [
          name,
          { tree: treeOf(field, levels - 1), isOptional: field instanceof z.ZodMiniOptional },
        ] as const,
    )
    return { kind: 'object', fields: new Map(fields) }
  }
  if (schema instanceof z.ZodMiniArray)
    return { kind: 'list', item: treeOf(schema.def.element, levels - 1) }
  if (
    schema instanceof z.ZodMiniOptional ||
    schema instanceof z.ZodMiniNullable ||
    schema instanceof z.ZodMiniDefault
  )
    return treeOf(schema.def.innerType, levels)
  if (schema instanceof z.ZodMiniNumber) return { kind: 'value', type: 'number' }
  if (schema instanceof z.ZodMiniBoolean) return { kind: 'value', type: 'boolean' }
  if (schema instanceof z.ZodMiniString || schema instanceof z.ZodMiniEnum)
    return { kind: 'value', type: 'string' }
  return anything
}

/** The fields that a shape of a profile describes. */
export function treeOfShape(shape: Shape | undefined): FieldTree {
  switch (shape?.kind) {
    case 'object':
      return {
        kind: 'object',
        fields: new Map(
          [...shape.fields].map(([name, field]) => [
            name,
            { tree: treeOfShape(field.shape), isOptional: field.isOptional },
          ]),
        ),
      }
    case 'list':
      return { kind: 'list', item: treeOfShape(shape.item) }
    case 'oneOf':
      return treeOfShape(shape.shapes.find(({ kind }) => kind !== 'null'))
    case 'scalar': {
      const [type, second] = shape.types
      if (type === undefined || type === 'object' || second !== undefined) return anything
      return { kind: 'value', type: type === 'integer' ? 'number' : type }
    }
    default:
      return anything
  }
}

/** The tree at a path of a body; the items of a list at its end. */
export function treeAt(tree: FieldTree, path: readonly string[]): FieldTree {
  const [key, ...rest] = path
  if (key !== undefined)
    return tree.kind === 'object' ? treeAt(tree.fields.get(key)?.tree ?? anything, rest) : anything
  return tree.kind === 'list' ? tree.item : tree
}
