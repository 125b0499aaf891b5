import type { Fetch } from '../../conformance/http/transport.ts'

/** A server that is not an agent platform at all: it responds to every call in the same way. */
export type DegenerateServer = {
  readonly id: string
  readonly description: string
  readonly fetch: Fetch
  /** The `must` checks that may pass, because the server happens to follow their rule. */
  readonly mayPass: readonly string[]
}

const always =
  (answer: () => Response): Fetch =>
  async () =>
    answer()

const error = (status: number, code: string) =>
  always(() => Response.json({ success: false, error: code, message: 'No.' }, { status }))

const text = (body: string, type: string, status = 200) =>
  always(() => new Response(body, { status, headers: { 'content-type': type } }))

const json = ['envelopes.bodies-are-json', 'envelopes.json-is-utf-8']

const envelope = [
  ...json,
  'errors.error-is-a-code',
  'errors.listed-codes-have-their-status',
  'errors.message-is-a-string',
  'errors.success-is-false',
]

const validation = [
  ...json,
  'errors.validation-detail-is-an-array',
  'errors.validation-item-ctx-is-an-object',
  'errors.validation-item-has-loc',
  'errors.validation-item-has-msg',
  'errors.validation-item-has-type',
]

const success = [
  ...json,
  'conversations.creation-answers-200',
  'conversations.creation-is-a-success',
  'conversations.creation-takes-title-and-mode',
  'envelopes.success-has-no-error',
]

const page = [
  ...json,
  'lists.answer-200',
  'lists.items-fit-the-size',
  'lists.items-is-an-array',
  'lists.page-is-1-by-default',
  'lists.page-is-a-number',
  'lists.pages-is-a-count',
  'lists.pages-is-total-by-size',
  'lists.size-is-20-by-default',
  'lists.size-is-a-number',
  'lists.total-is-a-count',
  'versioning.headers-select-nothing',
]

const emptyPage = { items: [], total: 0, page: 1, size: 20, pages: 0 }
const issue = { loc: ['body'], msg: 'Invalid.', type: 'invalid' }

/** Servers that a suite with too few assertions would accept. */
export const degenerateServers: readonly DegenerateServer[] = [
  {
    id: 'always-200',
    description: 'Responds with 200 {}.',
    mayPass: json,
    fetch: always(() => Response.json({})),
  },
  {
    id: 'always-success',
    description: 'Responds with 200 and a success envelope.',
    mayPass: success,
    fetch: always(() => Response.json({ success: true, data: {} })),
  },
  {
    id: 'always-an-empty-page',
    description: 'Responds with 200 and an empty page.',
    mayPass: page,
    fetch: always(() => Response.json(emptyPage)),
  },
  {
    id: 'always-204',
    description: 'Responds with 204 without a body.',
    mayPass: [],
    fetch: always(() => new Response(null, { status: 204 })),
  },
  {
    id: 'always-400',
    description: 'Refuses with 400 bad_request.',
    mayPass: envelope,
    fetch: error(400, 'bad_request'),
  },
  {
    id: 'always-401',
    description: 'Refuses with 401 unauthorized.',
    mayPass: envelope,
    fetch: error(401, 'unauthorized'),
  },
  {
    id: 'always-403',
    description: 'Refuses with 403 forbidden.',
    mayPass: envelope,
    fetch: error(403, 'forbidden'),
  },
  {
    id: 'always-404',
    description: 'Refuses with 404 not_found.',
    mayPass: envelope,
    fetch: error(404, 'not_found'),
  },
  {
    id: 'always-422',
    description: 'Refuses with 422 and a validation body.',
    mayPass: validation,
    fetch: always(() => Response.json({ detail: [issue] }, { status: 422 })),
  },
  {
    id: 'always-429',
    description: 'Responds with 429.',
    mayPass: [],
    fetch: error(429, 'rate_limit_exceeded'),
  },
  {
    id: 'always-500',
    description: 'Crashes with 500.',
    mayPass: envelope,
    fetch: error(500, 'internal_error'),
  },
  {
    id: 'bare-500',
    description: 'Responds with 500 and a line of text.',
    mayPass: [],
    fetch: text('Internal Server Error', 'text/plain', 500),
  },
  {
    id: 'always-html',
    description: 'Responds with 200 and the page of a web application.',
    mayPass: [],
    fetch: text('<!doctype html><title>App</title>', 'text/html'),
  },
  {
    id: 'gateway-502',
    description: 'Responds like a gateway whose service does not run.',
    mayPass: [],
    fetch: text('<h1>Bad Gateway</h1>', 'text/html', 502),
  },
  {
    id: 'redirect-to-itself',
    description: 'Redirects every call to itself.',
    mayPass: [],
    fetch: async ({ url }) => new Response(null, { status: 307, headers: { location: url } }),
  },
  {
    id: 'echo',
    description: 'Responds with 200 and the request body.',
    mayPass: json,
    fetch: async (request) => {
      const body = (await request.text()) || '{}'
      return new Response(body, { headers: { 'content-type': 'application/json' } })
    },
  },
  {
    id: 'empty-stream',
    description: 'Responds with 200 and an event stream that ends at once.',
    mayPass: [],
    fetch: text('', 'text/event-stream'),
  },
  {
    id: 'only-end',
    description: 'Responds with 200 and an event stream that has only `end`.',
    mayPass: [],
    fetch: text('event: end\nid: 0\ndata: {}\n\n', 'text/event-stream'),
  },
  {
    id: 'not-json',
    description: 'Responds with 200 and plain text that is labelled as JSON.',
    mayPass: [],
    fetch: text('hello', 'application/json'),
  },
  {
    id: 'silence',
    description: 'Never responds.',
    mayPass: [],
    fetch: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
  },
]
