import * as z from 'zod/mini';
export type Json = {
    readonly [member: string]: unknown;
};
/** A name as the components have it: `apiKey` and `api-key` are `ApiKey`. */
export declare const pascal: (name: string) => string;
/** The schemas with a name, as JSON Schema 2020-12, by their names. */
export declare function namedSchemas(): Json;
/** A schema as JSON Schema: a reference where it has a name. */
export declare function toSchema(schema: z.ZodMiniType): Json;
