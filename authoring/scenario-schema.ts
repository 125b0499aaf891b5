import * as z from 'zod/mini'
import { scenario } from '../contract/scenario.ts'
import { durationPattern } from './durations.ts'
import type { JsonSchema } from './keys.ts'

/** The JSON Schema of a scenario file, for editors: durations may be written `800ms` or `1.5s`. */
export const scenarioSchema = (): JsonSchema => ({
  title: 'A scenario: a script that the fake plays as one stream',
  ...z.toJSONSchema(scenario, {
    io: 'input',
    override: ({ jsonSchema }) => {
      const isDuration =
        jsonSchema.type === 'number' && jsonSchema.minimum === 0 && jsonSchema.maximum === undefined
      if (!isDuration) return
      delete jsonSchema.type
      delete jsonSchema.minimum
      jsonSchema.anyOf = [
        { type: 'number', minimum: 0 },
        { type: 'string', pattern: durationPattern },
      ]
    },
  }),
})
