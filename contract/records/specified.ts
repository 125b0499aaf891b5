import * as z from 'zod/mini'

// Schemas with only the fields that the specification requires. Any other content is
// allowed. The conformance suite may use these schemas and no others.

const optionalMoment = z.optional(z.nullable(z.string()))
const jwt = z
  .string()
  .check(z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/))
  .check(z.describe('a JWT: three parts with a dot between them'))
const count = z.int().check(z.nonnegative())

/** An API key record (2.1). */
export const specifiedKey = z.looseObject({
  id: z.string(),
  name: z.string(),
  key_prefix: z.string().check(z.length(8)),
  scopes: z.optional(z.nullable(z.string())),
  is_active: z.boolean(),
  expires_at: optionalMoment,
  last_used_at: optionalMoment,
  total_requests: z.optional(z.nullable(count)),
  created_at: z.string(),
})

/** The paginated list envelope (2.2). */
export const specifiedPage = z.looseObject({
  items: z.array(z.unknown()),
  total: count,
  page: z.int().check(z.positive()),
  size: z.int().check(z.positive()),
  pages: count,
})

/** The success envelope (2.3); `error: null` means the same as no `error`. */
export const specifiedSuccess = z.looseObject({
  success: z.literal(true),
  error: z.optional(z.null().check(z.describe('null or absent'))),
})

/** The error envelope (2.3, 7). */
export const specifiedError = z.looseObject({
  success: z.literal(false),
  error: z.string().check(z.minLength(1)),
  message: z.string(),
})

/** One item of the `detail` of a 422 (2.4). */
export const specifiedIssue = z.looseObject({
  loc: z.array(z.union([z.string(), z.int()])),
  msg: z.string(),
  type: z.string(),
  ctx: z.optional(z.nullable(z.looseObject({}))),
})

/** The validation error body (2.4); its items are `specifiedIssue`s. */
export const specifiedValidation = z.looseObject({
  detail: z.optional(z.array(z.looseObject({}))),
})

/** The login response (2.7). */
export const specifiedLogin = z.looseObject({
  access_token: jwt,
  refresh_token: jwt,
  token_type: z.string(),
  expires_in: z.literal(7200),
  user: z.looseObject({}),
})
