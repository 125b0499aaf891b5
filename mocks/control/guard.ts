import type { Call } from '../call.ts'
import { ControlError } from './control-error.ts'

/** Keeps pages of other sites from steering a fake that runs on the machine of their reader. */
export function guard(call: Call): void {
  const origin = call.header('origin')
  const foreign = origin !== undefined && URL.parse(origin)?.host !== call.header('host')
  if (foreign || call.header('sec-fetch-site') === 'cross-site')
    throw new ControlError(403, 'The control API answers no page of another origin.')
  if (call.method === 'GET') return
  if (!/^application\/json\b/i.test(call.header('content-type') ?? ''))
    throw new ControlError(415, 'Send the body as `content-type: application/json`.')
}
