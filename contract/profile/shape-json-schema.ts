import * as z from 'zod/mini'
import { type JsonSchema, sampleOf } from '../sample.ts'
import type { Shape } from './shape.ts'
import { type MatchesPattern, shapeProblems } from './shape-problems.ts'

/** Converts a schema to JSON Schema, with the pattern and the alternatives of its shapes. */
export const toJsonSchema = (schema: z.ZodMiniType, matches: MatchesPattern): JsonSchema =>
  z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // zod tests patterns and alternatives with functions; `params` of a test has the keyword.
    override({ zodSchema: { _zod: internals }, jsonSchema }) {
      // A sample text is more realistic if it is made from the format instead of the pattern.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      for (const { pattern, shapes } of internals.def.checks?.map(checkParamsOf) ?? []) {
        if (pattern !== undefined) jsonSchema.pattern = pattern
        if (shapes !== undefined) jsonSchema.const = firstSample(shapes, matches) as null
      }
    },
  }) as JsonSchema

type ShapeParams = { readonly pattern?: string; readonly shapes?: readonly Shape[] }

const checkParamsOf = ({ _zod }: z.core.$ZodCheck<never>): ShapeParams =>
  (_zod.def as { readonly params?: ShapeParams }).params ?? {}

/** Returns the first valid sample. A sample that is generated for a pattern can be invalid. */
function firstSample(shapes: readonly Shape[], matches: MatchesPattern): unknown {
  const samples = shapes.map((shape) => sampleOf(shape, 'required'))
  return samples.find((sample) =>
    shapes.some((shape) => shapeProblems(shape, sample, matches).length === 0),
  )
}
