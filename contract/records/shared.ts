import * as z from 'zod/mini'

/** The canonical form of every moment: ISO 8601 in UTC with milliseconds and `Z` (1.G2). */
export const timestamp = z.string().check(
  z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, { abort: true }),
  z.refine((text) => !Number.isNaN(Date.parse(text)), 'It must be a moment that there is'),
)
