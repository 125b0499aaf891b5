import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import type { PipelineContext } from './request-context.ts'
import type { ExpressionScope } from '../world/wire.ts'

/** What the expressions of a profile can use for the response to a request. */
export function expressionScope(context: PipelineContext): ExpressionScope {
  const { world, knownCaller, params, query, body } = context
  const { id, email, display_name, is_admin } = knownCaller?.user ?? {}
  return {
    variables: {
      user: knownCaller === undefined ? null : { id, email, display_name, is_admin },
      now: world.clock.iso(),
      params,
      query: query ?? {},
      body: body ?? {},
    },
    seeded(text) {
      const [a = 0, b = 0, c = 0, d = 0] = sha256(utf8ToBytes(`${world.seed}\n${text}`))
      return (a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d) / 2 ** 32
    },
  }
}
