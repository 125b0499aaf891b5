import type { Fetch } from '../http/transport.ts'

/** A server that is no agent platform at all: it answers every call alike. */
export type DegenerateServer = {
  readonly id: string
  readonly says: string
  readonly fetch: Fetch
  /** The `must` checks whose sentence it keeps all the same, and which may pass. */
  readonly keeps: readonly string[]
}

const always =
  (answer: () => Response): Fetch =>
  async () =>
    answer()

const error = (status: number, code: string) =>
  always(() => Response.json({ success: false, error: code, message: 'No.' }, { status }))

const text = (body: string, type: string, status = 200) =>
  always(() => new Response(body, { status, headers: { 'content-type': type } }))

const json = ['envelopes.bodies-are-json']

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

/** Servers that a suite which asks too little would take for right. */
export const degenerateServers: readonly DegenerateServer[] = [
  {
    id: 'always-200',
    says: 'Answers 200 {}.',
    keeps: json,
    fetch: always(() => Response.json({})),
  },
  {
    id: 'always-success',
    says: 'Answers 200 with a success envelope.',
    keeps: success,
    fetch: always(() => Response.json({ success: true, data: {} })),
  },
  {
    id: 'always-an-empty-page',
    says: 'Answers 200 with an empty page.',
    keeps: page,
    fetch: always(() => Response.json(emptyPage)),
  },
  {
    id: 'always-204',
    says: 'Answers 204 without a body.',
    keeps: [],
    fetch: always(() => new Response(null, { status: 204 })),
  },
  {
    id: 'always-400',
    says: 'Refuses with 400 bad_request.',
    keeps: envelope,
    fetch: error(400, 'bad_request'),
  },
  {
    id: 'always-401',
    says: 'Refuses with 401 unauthorized.',
    keeps: envelope,
    fetch: error(401, 'unauthorized'),
  },
  {
    id: 'always-403',
    says: 'Refuses with 403 forbidden.',
    keeps: envelope,
    fetch: error(403, 'forbidden'),
  },
  {
    id: 'always-404',
    says: 'Refuses with 404 not_found.',
    keeps: envelope,
    fetch: error(404, 'not_found'),
  },
  {
    id: 'always-422',
    says: 'Refuses with 422 and a validation body.',
    keeps: validation,
    fetch: always(() => Response.json({ detail: [issue] }, { status: 422 })),
  },
  {
    id: 'always-429',
    says: 'Answers 429.',
    keeps: [],
    fetch: error(429, 'rate_limit_exceeded'),
  },
  {
    id: 'always-500',
    says: 'Crashes with 500.',
    keeps: envelope,
    fetch: error(500, 'internal_error'),
  },
  {
    id: 'bare-500',
    says: 'Crashes with a line of text.',
    keeps: [],
    fetch: text('Internal Server Error', 'text/plain', 500),
  },
  {
    id: 'always-html',
    says: 'Answers 200 with the page of a web application.',
    keeps: [],
    fetch: text('<!doctype html><title>App</title>', 'text/html'),
  },
  {
    id: 'gateway-502',
    says: 'Is a gateway with nothing behind it.',
    keeps: [],
    fetch: text('<h1>Bad Gateway</h1>', 'text/html', 502),
  },
  {
    id: 'redirect-to-itself',
    says: 'Redirects every call to itself.',
    keeps: [],
    fetch: async ({ url }) => new Response(null, { status: 307, headers: { location: url } }),
  },
  {
    id: 'echo',
    says: 'Answers 200 with the body that it was sent.',
    keeps: json,
    fetch: async (request) => {
      const body = (await request.text()) || '{}'
      return new Response(body, { headers: { 'content-type': 'application/json' } })
    },
  },
  {
    id: 'empty-stream',
    says: 'Answers 200 with an event stream that ends at once.',
    keeps: [],
    fetch: text('', 'text/event-stream'),
  },
  {
    id: 'only-end',
    says: 'Answers 200 with an event stream of one `end`.',
    keeps: [],
    fetch: text('event: end\nid: 0\ndata: {}\n\n', 'text/event-stream'),
  },
  {
    id: 'not-json',
    says: 'Labels text as JSON.',
    keeps: [],
    fetch: text('hello', 'application/json'),
  },
  {
    id: 'silence',
    says: 'Never answers.',
    keeps: [],
    fetch: ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
  },
]
