import type { OperationId } from '../../contract/operations.ts'
import { askTarget, TargetReadError } from './ask-target.ts'
import { type OwnErrorCode, sendOwnError } from './own-response.ts'
import { type OpenExchange, type ProxyState, splitQuery } from './proxy-state.ts'
import type { Sides } from './rewrite-headers.ts'
import { readWhole, sendSubstitute } from './send-substitute.ts'
import { substituteHeader, type TargetRequest } from './substitute.ts'
import { findTarget } from './targets.ts'

/** Lets the substitute answer, or else passes the request on. */
export async function answerOrForward(
  state: ProxyState,
  exchange: OpenExchange,
  id: OperationId | undefined,
  signal: AbortSignal,
  forward: (state: ProxyState, exchange: OpenExchange) => void,
): Promise<void> {
  const { incoming, outgoing, sides, log, method } = exchange
  state.open.add(exchange)
  outgoing.once('close', () => state.open.delete(exchange))
  const fail = (status: number, code: OwnErrorCode, message: string) => {
    log.replaced(status, message, 'success')
    sendOwnError(outgoing, status, code, message, sides)
  }
  const body = await readWhole(incoming, log)
  if (body === undefined)
    return fail(413, 'proxy_body_too_long', 'The fake takes no body of more than 16 MB.')
  const { url = '/', rawHeaders: headers } = incoming
  try {
    const response = await state.substitute?.answer({
      id,
      method,
      path: splitQuery(url)[0] ?? url,
      url,
      headers,
      body,
      signal,
      ask: (request) => askTarget(state.upstream, sidesOf(state, sides, request), request, signal),
    })
    if (response === undefined) return forward(state, { ...exchange, body })
    log.substitute = explanationOf(response)
    await sendSubstitute(exchange, response)
  } catch (error) {
    if (signal.aborted) return log.end('left')
    if (error instanceof TargetReadError)
      return fail(502, 'proxy_target_unavailable', error.message)
    state.onError(error)
    fail(500, 'proxy_fake_failed', 'The fake could not respond. The cause is in the log.')
  }
}

/** A substitute may ask for other paths, which may belong to other targets. */
function sidesOf({ targets, origin }: ProxyState, sides: Sides, { path }: TargetRequest): Sides {
  const target = findTarget(targets, splitQuery(path)[0] ?? path) ?? sides.target
  return { ...sides, target, sent: origin ?? target.url.origin, mayStream: false }
}

function explanationOf({ headers }: Response): string {
  const mark = headers.get(substituteHeader)
  if (mark === null) return 'This is what the target responded to the proxy itself.'
  return mark === 'fake'
    ? 'The fake responded in place of the target.'
    : 'The target responded, and the fake added messages.'
}
