import * as z from 'zod/mini';
/** `POST …/publish`: for whom; may be left out. `org` takes the organization's id. */
export const publishBody = z.nullish(z.object({
    visibility: z.nullish(z.enum(['personal', 'org', 'global'])),
    org_id: z.nullish(z.string()),
}));
