import * as z from 'zod/mini'

/** A schema with a description. Editors show it with the key, from the JSON Schema of the file. */
export const described = <Schema extends z.ZodMiniType>(schema: Schema, says: string): Schema =>
  schema.check(z.describe(says))

/** An optional value with a description. */
export const optional = <Schema extends z.ZodMiniType>(schema: Schema, says: string) =>
  z.optional(described(schema, says))
