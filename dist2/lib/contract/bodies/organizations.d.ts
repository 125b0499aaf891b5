import * as z from 'zod/mini';
/** `POST /api/orgs`, and `PUT`, which replaces it. */
export declare const organizationBody: z.ZodMiniObject<{
    name: z.ZodMiniString<string>;
    description: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
}, z.core.$strip>;
/** `POST /api/orgs/{org_id}/members`: somebody by id or by e-mail address. */
export declare const newMemberBody: z.ZodMiniObject<{
    user_id: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    email: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    role: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniEnum<{
        admin: "admin";
        member: "member";
        owner: "owner";
    }>>>;
}, z.core.$strip>;
/** `PATCH /api/orgs/{org_id}/members/{user_id}`. */
export declare const memberRoleBody: z.ZodMiniObject<{
    role: z.ZodMiniEnum<{
        admin: "admin";
        member: "member";
        owner: "owner";
    }>;
}, z.core.$strip>;
