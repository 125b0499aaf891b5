import * as z from 'zod/mini'

/** Adds a description to a schema. Editors with the file's JSON Schema show the description. */
export const described = <Schema extends z.ZodMiniType>(schema: Schema, says: string): Schema =>
  schema.check(z.describe(says))

/** Makes a schema optional, and adds a description. */
export const optional = <Schema extends z.ZodMiniType>(schema: Schema, says: string) =>
  z.optional(described(schema, says))
