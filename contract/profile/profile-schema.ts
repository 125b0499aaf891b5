import * as z from 'zod/mini'
import { type ChoiceId, choiceIds, choices } from '../choices.ts'
import type { Option } from '../choices/choice.ts'
import { operationIds } from '../operations.ts'
import { operationName } from '../operations/operation-index.ts'
import { knownProfiles } from '../shipped-names.ts'
import { answer } from './answers.ts'
import { family } from './own-operations.ts'

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
      additionalProperties: removable('answer'),
    },
    operations: {
      type: 'object',
      description: 'Families of operations beyond the contract, by their names.',
      propertyNames: { pattern: '^[a-z][a-z0-9_]*$' },
      additionalProperties: removable('family'),
    },
  },
  $defs: {
    operation: { enum: operationIds.map(operationName) },
    answer: inJsonSchema(answer),
    family: inJsonSchema(family),
  },
})

/** An entry, or `null`, which removes the entry of the base. */
const removable = (entry: 'answer' | 'family'): Schema => ({
  anyOf: [{ $ref: `#/$defs/${entry}` }, { type: 'null', description: 'Removes it from the base.' }],
})

function inJsonSchema(schema: z.core.$ZodType): Schema {
  const { $schema: _same, ...own } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return own
}

/** A pick of a choice: an option, one with a value, or picks of single operations. */
function pickSchema(id: ChoiceId): Schema {
  const { question, options } = choices[id]
  const all: readonly (readonly [string, Option])[] = Object.entries(options)
  const pick: Schema[] = all.map(([name, { says, value }]) =>
    value === undefined
      ? { enum: wordsOf(name), description: says }
      : {
          type: 'object',
          description: says,
          additionalProperties: false,
          required: [name],
          properties: { [name]: inJsonSchema(value) },
        },
  )
  const one: Schema = { anyOf: pick }
  const at: Schema = {
    type: 'object',
    propertyNames: { $ref: '#/$defs/operation' },
    additionalProperties: one,
  }
  const places: Schema = {
    type: 'object',
    description: 'An option for all operations, and others for single ones.',
    additionalProperties: false,
    minProperties: 1,
    properties: { default: one, at },
  }
  return { description: question, anyOf: [...pick, places] }
}

/** YAML reads the option `201` as a number. */
const wordsOf = (name: string) => (/^\d+$/.test(name) ? [name, Number(name)] : [name])
