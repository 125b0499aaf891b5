import * as z from 'zod/mini';
/** A model that answers (4: not shown). */
export declare const model: z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    name: z.ZodMiniString<string>;
    display_name: z.ZodMiniString<string>;
    provider: z.ZodMiniString<string>;
    role: z.ZodMiniNullable<z.ZodMiniEnum<{
        fast: "fast";
        general: "general";
    }>>;
    context_window: z.ZodMiniInt;
    supports_images: z.ZodMiniBoolean<boolean>;
    is_active: z.ZodMiniBoolean<boolean>;
    created_at: z.ZodMiniString<string>;
}, z.core.$strip>;
/** The models that are used for what nobody chose another for. */
export declare const activeModels: z.ZodMiniObject<{
    general: z.ZodMiniNullable<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
        display_name: z.ZodMiniString<string>;
        provider: z.ZodMiniString<string>;
        role: z.ZodMiniNullable<z.ZodMiniEnum<{
            fast: "fast";
            general: "general";
        }>>;
        context_window: z.ZodMiniInt;
        supports_images: z.ZodMiniBoolean<boolean>;
        is_active: z.ZodMiniBoolean<boolean>;
        created_at: z.ZodMiniString<string>;
    }, z.core.$strip>>;
    fast: z.ZodMiniNullable<z.ZodMiniObject<{
        id: z.ZodMiniString<string>;
        name: z.ZodMiniString<string>;
        display_name: z.ZodMiniString<string>;
        provider: z.ZodMiniString<string>;
        role: z.ZodMiniNullable<z.ZodMiniEnum<{
            fast: "fast";
            general: "general";
        }>>;
        context_window: z.ZodMiniInt;
        supports_images: z.ZodMiniBoolean<boolean>;
        is_active: z.ZodMiniBoolean<boolean>;
        created_at: z.ZodMiniString<string>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export type Model = z.infer<typeof model>;
