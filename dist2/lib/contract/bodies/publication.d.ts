import * as z from 'zod/mini';
/** `POST …/publish`: for whom; may be left out. `org` takes the organization's id. */
export declare const publishBody: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniObject<{
    visibility: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        global: "global";
        org: "org";
        personal: "personal";
    }>>>;
    org_id: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
}, z.core.$strip>>>;
