import * as z from 'zod/mini'
import { isRealDay, toMoment } from '../canonical-date.ts'
import { jsonLength } from '../json.ts'
import { limits, ownLimits } from '../limits.ts'

type Range = { readonly min: number; readonly max: number }

/** Creates the schema of a text whose length is within a range of `limits.ts`. */
export const textWithin = ({ min, max }: Range) =>
  z.string().check(z.minLength(min), z.maxLength(max))

/** Creates the schema of an integer within a range of `limits.ts`. */
export const integerWithin = ({ min, max }: Range) => z.int().check(z.gte(min), z.lte(max))

/** The name of a record. */
export const label = textWithin(ownLimits.recordName)

export const optionalText = z.nullish(z.string())
export const optionalFlag = z.nullish(z.boolean())
export const optionalTextList = z.nullish(z.array(z.string()))

/** Limits the length of a value when it is written as JSON, in characters. */
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

// Needed because an offset can move a UTC date to a year that does not have four digits.
const [first, last] = [Date.parse('0000-01-01'), Date.parse('9999-12-31T23:59:59.999Z')]

export const moment = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/),
  z.refine((text) => isRealDay(text) && toMoment(text) >= first && toMoment(text) <= last),
)

/** The body of `PATCH …/active` of a user or key; false disables the account or key. */
export const activeBody = z.object({ is_active: z.boolean() })

/** The query parameters `page` and `size` of every list (4.C3, 8). */
export const pageQuery = z.object({
  page: z.optional(z.int().check(z.gte(1))),
  size: z.optional(integerWithin(limits.pageSize)),
})

/** The body of `POST …/publish`; the body is optional. `org` needs the id of the organization. */
export const publishBody = z.nullish(
  z.object({
    visibility: z.nullish(z.enum(['personal', 'org', 'global'])),
    org_id: z.nullish(z.string()),
  }),
)
