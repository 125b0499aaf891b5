import type { DeclaredOperation } from '../../conformance/lives/families.ts'
import { type OperationId, operationIds, operations } from '../../contract/operations.ts'
import type { Operation } from '../../contract/operations/operation.ts'
import type { Profile } from '../../contract/picks.ts'
import { extraFields } from '../../contract/profile/answers.ts'
import { toJsonSchema } from '../../contract/profile/shape-json-schema.ts'
import type { Family } from '../../contract/profile/own-operations.ts'
import { objectSchema } from '../../contract/profile/shape-schema.ts'
import type { JsonSchema } from '../../contract/sample.ts'
import { ownOperations } from '../../mocks/platform/custom/own-operations.ts'

/** Accepts any text, because bodies are only described here and never validated. */
const anyText = () => true

/** All operations of a deployment with the bodies that they take: of the contract, then of its profile. */
export function declaredOperations(profile: Profile): readonly DeclaredOperation[] {
  const own = ownOperations(profile.operations ?? {}, anyText)
  const all = [
    ...operationIds.map((id) =>
      declareOperation(operations[id], undefined, extraBody(profile, id)),
    ),
    ...own.map(({ row, fileField, family }) => ({
      ...declareOperation(row, fileField),
      ...keyOf(profile.operations?.[family]),
    })),
  ]
  // Of one method and path, the last one counts, as in the fake.
  return [...new Map(all.map((one) => [`${one.method} ${one.path}`, one])).values()]
}

const keyOf = (family: Family | undefined) =>
  family?.kind === 'collection' && family.key !== undefined ? { key: family.key } : {}

function declareOperation(
  { method, path, body }: Operation,
  fileField: string | undefined,
  extra?: JsonSchema,
): DeclaredOperation {
  if (fileField !== undefined) return { method, path, body: 'form' }
  if (body === undefined)
    return extra === undefined ? { method, path } : { method, path, body: extra }
  const schema = objectIn(toJsonSchema(body, anyText))
  const properties = { ...schema.properties, ...extra?.properties }
  return { method, path, body: { ...schema, ...(extra && { properties }) } }
}

/** The schema of an object, which may be one of several alternatives, such as no body at all. */
const objectIn = (schema: JsonSchema): JsonSchema =>
  schema.properties === undefined
    ? ([schema.anyOf, schema.oneOf, schema.allOf].flat().find((one) => one?.properties) ?? schema)
    : schema

/** The fields that an answer of the profile accepts besides those of the contract. */
function extraBody({ answers = {} }: Profile, id: OperationId): JsonSchema | undefined {
  const fields = extraFields(answers[id] ?? {}, 'body')
  return fields.size === 0 ? undefined : toJsonSchema(objectSchema(fields, anyText), anyText)
}
