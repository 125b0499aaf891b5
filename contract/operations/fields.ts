import * as z from 'zod/mini'
import { toMoment } from '../canonical-date.ts'
import { jsonLength } from '../json.ts'
import { limits, ownLimits } from '../limits.ts'

/** The name of a record. */
export const label = z
  .string()
  .check(z.minLength(ownLimits.recordName.min), z.maxLength(ownLimits.recordName.max))

export const optionalText = z.nullish(z.string())
export const optionalFlag = z.nullish(z.boolean())

/** Limits the length of a value as JSON, in characters. */
export const jsonAtMost = (characters: number) =>
  z.refine((value: unknown) => jsonLength(value, characters) <= characters, {
    error: `Input should have at most ${characters} characters as JSON`,
  })

/** An optional object with any content. */
export const optionalDetails = z.nullish(z.record(z.string(), z.unknown()))
export const optionalTexts = z.nullish(z.record(z.string(), z.string()))

/** The URL of a service: http or https. */
export const httpUrl = z.string().check(
  z.refine((text) => /^https?:\/\/[^\s/?#]+/.test(text) && URL.canParse(text), {
    error: 'Input should be an http or https URL',
  }),
)

export const nullableText = z.nullish(z.string())

// Converted to UTC, a date with an offset can have a year without four digits.
const [first, last] = [Date.parse('0000-01-01'), Date.parse('9999-12-31T23:59:59.999Z')]

export const moment = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/),
  z.refine((text) => toMoment(text) >= first && toMoment(text) <= last),
)

export const knowledgeBaseIds = z.nullish(z.array(z.string()))

/** `page` and `size` of every list (4.C3, 8). */
export const pageQuery = z.object({
  page: z.optional(z.int().check(z.gte(1))),
  size: z.optional(z.int().check(z.gte(limits.pageSize.min), z.lte(limits.pageSize.max))),
})

/** The body of `POST …/publish`; the body is optional. `org` needs the id of the organization. */
export const publishBody = z.nullish(
  z.object({
    visibility: z.nullish(z.enum(['personal', 'org', 'global'])),
    org_id: z.nullish(z.string()),
  }),
)
