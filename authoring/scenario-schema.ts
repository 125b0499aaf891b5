import * as z from 'zod/mini'
import { line, simpleLine } from '../contract/script-lines.ts'
import { authored, fragmentFile, use } from './authored.ts'
import type { JsonSchema } from './keys.ts'

// Lines stand in many places: with a name they are written out once.
z.globalRegistry.add(line, { id: 'line' })
z.globalRegistry.add(simpleLine, { id: 'simple-line' })

/** The JSON Schema of a file of scripts or of fragments, for editors: completion, and words to hover. */
export const scenarioSchema = (): JsonSchema => {
  const { $schema, ...script } = inJsonSchema(authored)
  const { $schema: _same, ...fragments } = inJsonSchema(fragmentFile)
  const { $defs: ofScript, ...ownOfScript } = script
  const { $defs: ofFragments, ...ownOfFragments } = fragments
  return {
    $schema,
    title: 'A scenario: a script that the fake plays as one stream, or a dialogue of several',
    // Unlike `anyOf` this lets editors say what is wrong with the one that is meant.
    if: { required: ['fragments'] },
    // oxlint-disable-next-line unicorn/no-thenable -- A keyword of JSON Schema.
    then: ownOfFragments,
    else: ownOfScript,
    $defs: { ...ofScript, ...ofFragments },
  }
}

const { $schema: _none, ...useSchema } = z.toJSONSchema(use)

const inJsonSchema = (schema: z.core.$ZodType) =>
  z.toJSONSchema(schema, {
    io: 'input',
    override({ zodSchema, jsonSchema }) {
      if (zodSchema === line || zodSchema === simpleLine) jsonSchema.anyOf?.push(useSchema)
    },
  })
