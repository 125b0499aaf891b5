import * as z from 'zod/mini'
import { jsonLength } from '../json-length.ts'
import { ownLimits } from '../limits.ts'

/** What a record is called. */
export const label = z
  .string()
  .check(z.minLength(ownLimits.recordName.min), z.maxLength(ownLimits.recordName.max))

export const optionalText = z.nullish(z.string())
export const optionalFlag = z.nullish(z.boolean())

/** Refuses a value that takes more characters as JSON. */
export const jsonAtMost = (characters: number) =>
  z.refine((value: unknown) => jsonLength(value, characters) <= characters, {
    error: `Input should have at most ${characters} characters as JSON`,
  })

/** An object whose content is not ours to judge. */
export const optionalDetails = z.nullish(z.record(z.string(), z.unknown()))
export const optionalTexts = z.nullish(z.record(z.string(), z.string()))

/** Where a service is reached: nothing but http and https. */
export const httpUrl = z.string().check(
  z.refine((text) => /^https?:\/\/[^\s/?#]+/.test(text) && URL.canParse(text), {
    error: 'Input should be an http or https URL',
  }),
)
