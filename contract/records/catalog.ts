import * as z from 'zod/mini'
import { timestamp } from './shared.ts'

/** A language model. Section 4 of the specification does not describe its fields. */
export const model = z.object({
  id: z.string(),
  /** The name that conversations store as `model_name`. */
  name: z.string(),
  display_name: z.string(),
  provider: z.string(),
  /** `general` answers, `fast` classifies queries and writes titles; null for an unused model. */
  role: z.nullable(z.enum(['general', 'fast'])),
  context_window: z.int(),
  supports_images: z.boolean(),
  is_active: z.boolean(),
  created_at: timestamp,
})

export const activeModels = z.object({ general: z.nullable(model), fast: z.nullable(model) })

export type Model = z.infer<typeof model>

/** A tool that agents of a category may call. */
export const tool = z.object({
  name: z.string(),
  display_name: z.string(),
  category: z.string(),
  description: z.string(),
})

/** All tools, and all categories of tools. */
export const toolCatalog = z.object({ categories: z.array(z.string()), tools: z.array(tool) })

export type Tool = z.infer<typeof tool>
