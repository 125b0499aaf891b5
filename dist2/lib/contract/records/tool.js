import * as z from 'zod/mini';
/** A tool that agents of a category may call. */
export const tool = z.object({
    name: z.string(),
    display_name: z.string(),
    category: z.string(),
    description: z.string(),
});
/** Every tool, and the categories they are in. */
export const toolCatalog = z.object({ categories: z.array(z.string()), tools: z.array(tool) });
