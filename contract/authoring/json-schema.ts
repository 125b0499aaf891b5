import * as z from 'zod/mini'
import { line, simpleLine } from '../scripts/lines.ts'
import { scriptFile, fragmentFile, useLine } from './script-file.ts'
import type { Path } from './yaml.ts'

// Many schemas use lines. The id makes one shared definition of them.
z.globalRegistry.add(line, { id: 'line' })
z.globalRegistry.add(simpleLine, { id: 'simple-line' })

/** The JSON Schema of script and fragment files, for completion and hover texts in editors. */
export const scenarioSchema = (): JsonSchema => {
  const { $schema, ...script } = inJsonSchema(scriptFile)
  const { $schema: _same, ...fragments } = inJsonSchema(fragmentFile)
  const { $defs: ofScript, ...ownOfScript } = script
  const { $defs: ofFragments, ...ownOfFragments } = fragments
  return {
    $schema,
    title:
      'A scenario: a script that the fake plays as one stream, or a dialogue of several scripts',
    // Unlike `anyOf`, this makes editors report the errors of the right branch.
    if: { required: ['fragments'] },
    // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
    then: ownOfFragments,
    else: ownOfScript,
    $defs: { ...ofScript, ...ofFragments },
  }
}

const { $schema: _none, ...useSchema } = z.toJSONSchema(useLine)

const inJsonSchema = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, {
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === line || zodSchema === simpleLine) jsonSchema.anyOf?.push(useSchema)
    },
  })

export type JsonSchema = z.core.JSONSchema.JSONSchema

/** The keys that a schema allows at a path, in all of its alternatives. */
export const knownKeys = (root: JsonSchema, path: Path): readonly string[] => {
  const alternatives = (schema: JsonSchema['items']): readonly JsonSchema[] => {
    if (typeof schema !== 'object' || Array.isArray(schema)) return []
    const name = schema.$ref?.replace('#/$defs/', '')
    if (name !== undefined) return alternatives(root.$defs?.[name])
    const branches =
      schema.if === undefined ? undefined : [schema.then ?? true, schema.else ?? true]
    const either = schema.anyOf ?? branches
    return either === undefined ? [schema] : either.flatMap(alternatives)
  }
  const schemas = path.reduce<readonly JsonSchema[]>(
    (level, step) => level.flatMap((one) => alternatives(childOf(one, step))),
    alternatives(root),
  )
  const keys = schemas.flatMap(({ properties }) => Object.keys(properties ?? {}))
  return [...new Set(keys)].filter((key) => key !== '$schema')
}

const childOf = (schema: JsonSchema, step: PropertyKey) =>
  typeof step === 'number'
    ? schema.items
    : (schema.properties?.[String(step)] ?? schema.additionalProperties)
