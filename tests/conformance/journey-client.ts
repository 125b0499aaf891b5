import type { Fetch } from '../../conformance/http/transport.ts'
import { isObject } from '../../contract/json.ts'

type Body = Readonly<Record<string, unknown>>

/** What a call sends besides its operation. */
type Sent = {
  readonly token?: string | undefined
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A response as a client reads it: the record in an envelope, or the body itself. */
type Reply = {
  readonly status: number
  readonly json: Body
  readonly data: Body
  /** The time of the deployment, in milliseconds since 1970. */
  readonly time: number
}

export type JourneyClient = (operation: string, sent?: Sent) => Promise<Reply>

/** A client that sends calls such as `GET /api/agents`, and reads what it gets. */
export const createJourneyClient =
  (fetch: Fetch): JourneyClient =>
  async (operation, { token, body, headers } = {}) => {
    const [method = 'GET', path = '/'] = operation.split(' ')
    const request = new Request(`http://platform.test${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const response = await fetch(request)
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
