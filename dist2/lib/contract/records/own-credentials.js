import * as z from 'zod/mini';
/** Whether a user stored credentials of their own for a connector, and what these are called. */
export const connectorCredentials = z.object({
    has_credentials: z.boolean(),
    keys: z.array(z.string()),
});
const texts = z.optional(z.record(z.string(), z.string()));
/** The same for an MCP server (4.7: not shown); values only where a deployment tells them. */
export const mcpCredentials = z.object({
    has_credentials: z.boolean(),
    env_keys: z.array(z.string()),
    header_keys: z.array(z.string()),
    env: texts,
    headers: texts,
});
/** What storing them answers; `cleared` where there was nothing to store. */
export const savedCredentials = z.object({
    saved: z.boolean(),
    cleared: z.optional(z.boolean()),
});
/** What a user stored, as a world keeps it. */
export const storedCredentials = z.object({
    /** Made of the target and the user: there is one of each. */
    id: z.string(),
    /** The connector or server. */
    target_id: z.string(),
    /** Values by their names; `***` where the deployment keeps no secret. */
    env: z.record(z.string(), z.string()),
    headers: z.record(z.string(), z.string()),
});
