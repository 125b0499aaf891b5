import type { Fetch } from '../../conformance/http/transport.ts'
import { isObject } from '../../contract/json.ts'
import { requestTo, type Sent } from '../support/requests.ts'

type Body = Readonly<Record<string, unknown>>

/** A response as a client reads it: the record in an envelope, or the body itself. */
type Reply = {
  readonly status: number
  readonly json: Body
  readonly data: Body
  /** The time of the deployment, in milliseconds since 1970. */
  readonly time: number
}

export type JourneyClient = (
  operation: string,
  sent?: Sent & { readonly token?: string | undefined },
) => Promise<Reply>

/** A client that sends calls such as `GET /api/agents`, and reads what it gets. */
export const createJourneyClient =
  (fetch: Fetch): JourneyClient =>
  async (operation, { token, ...sent } = {}) => {
    const response = await fetch(requestTo('http://platform.test', operation, sent, token))
    const json = parse(await response.text())
    const data = isObject(json['data']) ? json['data'] : json
    const time = Date.parse(response.headers.get('date') ?? '')
    return { status: response.status, json, data, time }
  }

function parse(text: string): Body {
  try {
    const json: unknown = JSON.parse(text)
    return isObject(json) ? json : {}
  } catch {
    return {}
  }
}
