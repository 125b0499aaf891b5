import { kindDisplay, referencedKind } from '../record-kinds.ts'
import { isDateSchema, type Schema } from './record-schema.ts'
import { capitalize } from '../../../../contract/capitalize.ts'

/** How a form shows the values of one field. A `json` field is edited only as JSON. */
export type FieldType = {
  readonly label: string
  readonly input: 'text' | 'number' | 'boolean' | 'choice' | 'date' | 'list' | 'fields' | 'json'
  readonly schema: Schema
  readonly isNullable: boolean
  /** Whether a record may lack the field. */
  readonly isOptional: boolean
  /** The kind of the records whose ids the field contains. */
  readonly reference?: string | undefined
  /** The allowed values, if `input` is `choice`. */
  readonly options?: readonly string[]
  readonly item?: FieldType
  readonly fields?: readonly Field[]
}

export type Field = { readonly name: string; readonly type: FieldType }

/** Returns the fields of an object, in the order of its schema. */
export const fieldsOf = ({ properties = {}, required = [] }: Schema): readonly Field[] =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    type: fieldType(name, schema, !required.includes(name)),
  }))

function fieldType(name: string, declared: Schema, isOptional: boolean): FieldType {
  const { schema, isNullable } = withoutNull(declared)
  // A field such as `kb_ids` refers to the same kind of records as `kb_id`.
  const reference = schema.type === 'string' ? referencedKind(name.replace(/s$/, '')) : undefined
  const base = { label: fieldLabelOf(name), schema, isNullable, isOptional, reference }
  const options = schema.const === undefined ? schema.enum : [schema.const]
  if (options !== undefined) return { ...base, input: 'choice', options }
  switch (schema.type) {
    case 'string':
      return { ...base, input: isDateSchema(schema) ? 'date' : 'text' }
    case 'number':
    case 'integer':
      return { ...base, input: 'number' }
    case 'boolean':
      return { ...base, input: 'boolean' }
    case 'array': {
      const item = fieldType(name, schema.items ?? {}, false)
      return item.input === 'json' ? { ...base, input: 'json' } : { ...base, input: 'list', item }
    }
    case 'object': {
      const fields = fieldsOf(schema)
      // The form can't show an object that may have any additional fields.
      const isOpen = typeof schema.additionalProperties === 'object'
      return isOpen || fields.every(({ type }) => type.input === 'json')
        ? { ...base, input: 'json' }
        : { ...base, input: 'fields', fields }
    }
    default:
      return { ...base, input: 'json' }
  }
}

/** Returns the schema without null, and whether the schema allowed null. */
function withoutNull(schema: Schema): { readonly schema: Schema; readonly isNullable: boolean } {
  const { type, anyOf } = schema
  if (Array.isArray(type)) {
    const types = (type as readonly string[]).filter((each) => each !== 'null')
    const [only] = types
    const isNullable = types.length < type.length
    return { schema: types.length === 1 && only ? { ...schema, type: only } : {}, isNullable }
  }
  if (anyOf === undefined) return { schema, isNullable: false }
  const others = anyOf.filter((each) => each.type !== 'null')
  const [only = {}] = others
  return { schema: others.length === 1 ? only : {}, isNullable: others.length < anyOf.length }
}

/** Returns a label: `Is active` for `is_active`, `Agent` for `agent_id`. */
function fieldLabelOf(name: string): string {
  const kind = referencedKind(name.replace(/s$/, ''))
  if (kind !== undefined && name.endsWith('_ids')) return kindDisplay(kind).label
  const words = (kind === undefined ? name : name.replace(/_id$/, '')).replaceAll('_', ' ')
  return capitalize(words)
}

/** Returns the kinds of the records whose ids the fields contain. */
export function referencedKinds(fields: readonly Field[]): readonly string[] {
  const kindsOf = (type: FieldType): readonly string[] => [
    ...(type.reference === undefined ? [] : [type.reference]),
    ...(type.item === undefined ? [] : kindsOf(type.item)),
    ...(type.fields === undefined ? [] : referencedKinds(type.fields)),
  ]
  return [...new Set(fields.flatMap(({ type }) => kindsOf(type)))].toSorted()
}
