import * as z from 'zod/mini'
import { described, optional } from '../described.ts'
import { line, simpleLine } from '../scripts/lines.ts'
import { scenario } from '../scripts/scenario.ts'
import type { Path } from './yaml.ts'

const { match, script, ...sharedFields } = z.omit(scenario, { name: true, values: true }).shape
const endpoint = optional(
  match.shape.endpoint,
  '`react`, `dag` or both; the default is dag for a script with a plan, else react.',
)
const { after: _after, turn: _turn, ...matchOfTurn } = match.shape

const fileSchema = described(z.optional(z.string()), 'The JSON Schema of the file, for editors.')

const authoredMatch = described(
  z.strictObject({ ...match.shape, endpoint }),
  'Which turns it plays: those that match all given parts.',
)

const turn = z.strictObject({
  ...sharedFields,
  match: optional(
    z.strictObject({ ...matchOfTurn, endpoint }),
    'Without a query, it matches any next query.',
  ),
  script,
})

/** A script or dialogue as it is written in a file, with fragments expanded. */
export const scriptFile = z.strictObject({
  $schema: fileSchema,
  name: described(
    z.string().check(z.regex(/^[a-z][a-z0-9-]*$/, 'A name has small letters, digits and dashes')),
    'The unique name of the script.',
  ),
  ...sharedFields,
  match: authoredMatch,
  include: optional(
    z.array(z.string()),
    'Fragment files, relative to this file, such as `_common.yaml`.',
  ),
  script: z.optional(script),
  turns: optional(z.array(turn).check(z.minLength(1)), 'A dialogue: turns in order.'),
})

/** A fragment file; its name begins with `_`. */
export const fragmentFile = z.strictObject({
  $schema: fileSchema,
  include: z.optional(z.array(z.string())),
  fragments: described(
    z.record(z.string(), z.array(line).check(z.minLength(1))),
    'Lines by name, for the scripts that include this file.',
  ),
})

/** A line that inserts the lines of a fragment. */
export const useLine = z.strictObject({
  use: described(
    z.union([
      z.string(),
      z.strictObject({
        fragment: z.string(),
        with: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
      }),
    ]),
    'Inserts the lines of a fragment; `with` has the values of its placeholders.',
  ),
})

export type ScriptFile = z.infer<typeof scriptFile>
export type TurnInFile = z.infer<typeof turn>

// Many schemas contain script lines. With an id, they share one definition of a line.
z.globalRegistry.add(line, { id: 'line' })
z.globalRegistry.add(simpleLine, { id: 'simple-line' })

/** Creates the JSON Schema of script and fragment files, for completion and hovers in editors. */
export const scenarioSchema = (): JsonSchema => {
  const { $schema, ...ofFile } = toEditorSchema(scriptFile)
  const { $schema: _same, ...fragments } = toEditorSchema(fragmentFile)
  const { $defs: ofScript, ...ownOfScript } = ofFile
  const { $defs: ofFragments, ...ownOfFragments } = fragments
  return {
    $schema,
    title:
      'A scenario: a script that the fake plays as one stream, or a dialogue of several scripts',
    // With `if` instead of `anyOf`, editors report the errors of the right branch.
    if: { required: ['fragments'] },
    // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
    then: ownOfFragments,
    else: ownOfScript,
    $defs: { ...ofScript, ...ofFragments },
  }
}

const { $schema: _none, ...useSchema } = z.toJSONSchema(useLine)

const toEditorSchema = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, {
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === line || zodSchema === simpleLine) jsonSchema.anyOf?.push(useSchema)
    },
  })

type JsonSchema = z.core.JSONSchema.JSONSchema

/** Returns the keys that any alternative of a schema allows at a path. */
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
    (level, step) => level.flatMap((one) => alternatives(childSchemaOf(one, step))),
    alternatives(root),
  )
  const keys = schemas.flatMap(({ properties }) => Object.keys(properties ?? {}))
  return [...new Set(keys)].filter((key) => key !== '$schema')
}

const childSchemaOf = (schema: JsonSchema, step: PropertyKey) =>
  typeof step === 'number'
    ? schema.items
    : (schema.properties?.[String(step)] ?? schema.additionalProperties)
