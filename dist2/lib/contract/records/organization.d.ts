import * as z from 'zod/mini';
/** What a member may do: owners and admins change the organization, owners alone delete it. */
export declare const memberRole: z.ZodMiniEnum<{
    admin: "admin";
    member: "member";
    owner: "owner";
}>;
/** A user's place in an organization. */
export declare const membership: z.ZodMiniObject<{
    user_id: z.ZodMiniString<string>;
    role: z.ZodMiniEnum<{
        admin: "admin";
        member: "member";
        owner: "owner";
    }>;
    joined_at: z.ZodMiniString<string>;
}, z.core.$strip>;
/** A membership as lists show it, with who it is. */
export declare const member: z.ZodMiniObject<{
    user_id: z.ZodMiniString<string>;
    role: z.ZodMiniEnum<{
        admin: "admin";
        member: "member";
        owner: "owner";
    }>;
    joined_at: z.ZodMiniString<string>;
    org_id: z.ZodMiniString<string>;
    email: z.ZodMiniString<string>;
    display_name: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** An organization (1: named only) as a world keeps it. */
export declare const storedOrganization: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    description: z.ZodMiniNullable<z.ZodMiniString<string>>;
    members: z.ZodMiniArray<z.ZodMiniObject<{
        user_id: z.ZodMiniString<string>;
        role: z.ZodMiniEnum<{
            admin: "admin";
            member: "member";
            owner: "owner";
        }>;
        joined_at: z.ZodMiniString<string>;
    }, z.core.$strip>>;
    created_at: z.ZodMiniString<string>;
    updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
}, z.core.$strip>;
/** An organization as one of its members sees it. */
export declare const organization: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    description: z.ZodMiniNullable<z.ZodMiniString<string>>;
    created_at: z.ZodMiniString<string>;
    updated_at: z.ZodMiniNullable<z.ZodMiniString<string>>;
    role: z.ZodMiniEnum<{
        admin: "admin";
        member: "member";
        owner: "owner";
    }>;
    member_count: z.ZodMiniInt;
}, z.core.$strip>;
export type MemberRole = z.infer<typeof memberRole>;
export type Membership = z.infer<typeof membership>;
export type Member = z.infer<typeof member>;
export type StoredOrganization = z.infer<typeof storedOrganization>;
export type Organization = z.infer<typeof organization>;
