import * as z from 'zod/mini';
/** A tool that agents of a category may call. */
export declare const tool: z.ZodMiniObject<{
    name: z.ZodMiniString<string>;
    display_name: z.ZodMiniString<string>;
    category: z.ZodMiniString<string>;
    description: z.ZodMiniString<string>;
}, z.core.$strip>;
/** Every tool, and the categories they are in. */
export declare const toolCatalog: z.ZodMiniObject<{
    categories: z.ZodMiniArray<z.ZodMiniString<string>>;
    tools: z.ZodMiniArray<z.ZodMiniObject<{
        name: z.ZodMiniString<string>;
        display_name: z.ZodMiniString<string>;
        category: z.ZodMiniString<string>;
        description: z.ZodMiniString<string>;
    }, z.core.$strip>>;
}, z.core.$strip>;
export type Tool = z.infer<typeof tool>;
