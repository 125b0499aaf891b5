import * as z from 'zod/mini'
import { allChecks } from '../../conformance/checks/all-checks.ts'
import { baselineFields } from '../../conformance/report/baseline.ts'
import { reportSchema } from '../../conformance/reporters/json.ts'
import { plans } from '../../conformance/session/check.ts'
import { config } from '../../contract/authoring/config/config-schema.ts'
import { type ChoiceId, choiceIds, choices } from '../../contract/choices.ts'
import type { Option } from '../../contract/choices/choice.ts'
import { fixtureInput } from '../../contract/fixture-input.ts'
import { recordKinds } from '../../contract/kinds.ts'
import { operationIds } from '../../contract/operations.ts'
import { operationName } from '../../contract/operations/operation-index.ts'
import { answer } from '../../contract/profile/answers.ts'
import { family } from '../../contract/profile/own-operations.ts'
import { recordSchemas } from '../../contract/record-schemas.ts'
import { timestamp } from '../../contract/records/shared.ts'
import { knownProfiles } from '../../contract/shipped-names.ts'

// Editors use these JSON Schemas, which the build writes to schemas/, for completion and hover
// texts.

type Schema = z.core.JSONSchema.JSONSchema

/** The JSON Schema of profile files, for completion and hover texts in editors. */
export const profileSchema = (): Schema => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A profile: how one deployment of the platform behaves',
  type: 'object',
  additionalProperties: false,
  properties: {
    $schema: { type: 'string' },
    name: { type: 'string' },
    about: { type: 'string', description: 'A note for readers. It has no effect.' },
    base: {
      type: 'string',
      description:
        'The profile that this one begins with: the name of a shipped one, or a path from the folder of this file. Entries of this file replace those of the base.',
      examples: [...knownProfiles],
    },
    picks: {
      type: 'object',
      description: 'One option for each choice that differs from the contract.',
      additionalProperties: false,
      properties: Object.fromEntries(choiceIds.map((id) => [id, pickSchema(id)])),
    },
    answers: {
      type: 'object',
      description: 'How the deployment answers operations of the contract, by method and path.',
      propertyNames: { $ref: '#/$defs/operation' },
      additionalProperties: removableEntry('answer'),
    },
    operations: {
      type: 'object',
      description: 'Families of operations beyond the contract, by their names.',
      propertyNames: { pattern: '^[a-z][a-z0-9_]*$' },
      additionalProperties: removableEntry('family'),
    },
  },
  $defs: {
    operation: { enum: operationIds.map(operationName) },
    answer: inJsonSchema(answer),
    family: inJsonSchema(family),
  },
})

/**
 * Creates the schema of an entry that may be `null`, which removes the entry of the base profile.
 */
const removableEntry = (entry: 'answer' | 'family'): Schema => ({
  anyOf: [{ $ref: `#/$defs/${entry}` }, { type: 'null', description: 'Removes it from the base.' }],
})

function inJsonSchema(schema: z.core.$ZodType): Schema {
  const { $schema: _same, ...own } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return own
}

/** The schema of a pick: an option, an option with a value, or picks for single operations. */
function pickSchema(id: ChoiceId): Schema {
  const { question, options } = choices[id]
  const all: readonly (readonly [string, Option])[] = Object.entries(options)
  const pick: Schema[] = all.map(([name, { says, value }]) =>
    value === undefined
      ? { enum: wordForms(name), description: says }
      : {
          type: 'object',
          description: says,
          additionalProperties: false,
          required: [name],
          properties: { [name]: inJsonSchema(value) },
        },
  )
  const onePick: Schema = { anyOf: pick }
  const at: Schema = {
    type: 'object',
    propertyNames: { $ref: '#/$defs/operation' },
    additionalProperties: onePick,
  }
  const places: Schema = {
    type: 'object',
    description: 'An option for all operations, and others for single ones.',
    additionalProperties: false,
    minProperties: 1,
    properties: { default: onePick, at },
  }
  return { description: question, anyOf: [...pick, places] }
}

/** Returns the spellings of an option. YAML reads `201` as a number, so this is allowed, too. */
const wordForms = (name: string) => (/^\d+$/.test(name) ? [name, Number(name)] : [name])

/** The JSON Schema of config files, for completion and hover texts in editors. */
export const configSchema = (): Schema => ({
  ...z.toJSONSchema(config, { io: 'input' }),
  title: 'Settings of Understudy for a project',
})

/** The JSON Schema of fixture files, for completion and hover texts in editors. */
export const fixtureSchema = (): Schema => ({
  ...z.toJSONSchema(fixtureInput, {
    io: 'input',
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // A file may have dates in a shorter form; reading it completes them.
      if (zodSchema === timestamp) delete jsonSchema.pattern
    },
  }),
  title: 'The data of a fake platform: users, agents, knowledge bases and more',
})

/** The JSON Schema of the JSON report; it allows additional fields. */
export const reportJsonSchema = () => ({
  title: 'The report of a conformance run',
  ...z.toJSONSchema(reportSchema, { io: 'input' }),
})

/** The JSON Schema of baseline files. */
export const baselineSchema = () => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A baseline of `conform` and `proxy`: failures that are accepted until a given day',
  type: ['array', 'null'],
  items: {
    type: 'object',
    additionalProperties: false,
    required: baselineFields,
    properties: {
      check: {
        description: 'The id of the check that fails.',
        // If an operation of a profile has a shape, the ids of its checks begin with `shape.`.
        anyOf: [{ enum: allChecks.map(({ id }) => id) }, { type: 'string', pattern: '^shape\\.' }],
      },
      owner: { type: 'string', pattern: '\\S', description: 'Who is responsible for the failure.' },
      reason: { type: 'string', pattern: '\\S', description: 'Why the failure is accepted.' },
      expires: {
        type: 'string',
        format: 'date',
        description: 'The last day on which it is accepted, such as 2026-12-31.',
      },
      plan: {
        enum: plans,
        description: 'The plan of the run that found the failure. Absent: core.',
      },
      response: {
        type: 'string',
        pattern: '^\\S+ .+ \\d{3}$',
        description: 'For checks of all responses: the operation and status that failed.',
      },
    },
  },
})

/** The JSON Schemas of records as a world stores them, for the forms of the console. */
export const recordJsonSchemas = () =>
  Object.fromEntries(
    recordKinds.map((kind) => {
      const options = { io: 'input', unrepresentable: 'any' } as const
      const { $schema: _, ...own } = z.toJSONSchema(recordSchemas[kind], options)
      return [kind, own]
    }),
  )
