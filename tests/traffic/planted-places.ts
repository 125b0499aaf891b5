import { createExchange, type RecordedExchange } from '../../contract/exchange.ts'
import type { HarEntry } from '../../traffic/record/har-entry.ts'
import { entryOf } from '../support/planted-secrets.ts'

const json = JSON.stringify

type Body = { readonly text?: string; readonly encoding?: 'base64' }

const contentIn = ({ text = '', encoding }: Body = {}) =>
  encoding === undefined ? text : new Uint8Array(Buffer.from(text, encoding))

const pairsIn = (headers: HarEntry['request']['headers'], type?: string) => [
  ...headers.map(({ name, value }) => [name, value] as const),
  ...(type === undefined ? [] : [['content-type', type] as const]),
]

/** The exchange of an entry, from the view of the proxy. */
export function passed({ request, response }: HarEntry): RecordedExchange {
  const { _frames: frames } = response.content
  return createExchange({
    startedAt: 0,
    ms: 1,
    headersAfter: 0,
    method: request.method,
    url: new URL(request.url),
    requestHeaders: pairsIn(request.headers, request.postData?.mimeType),
    requestContent: request.postData && contentIn(request.postData),
    status: response.status,
    responseHeaders: pairsIn(response.headers, response.content.mimeType),
    content: contentIn(response.content),
    frames,
  })
}

/** An entry with these texts in its request, surrounded by bytes that are not UTF-8. */
function withBytes(entry: HarEntry, text: string): HarEntry {
  const bytes = Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0x00, 0xfe])])
  const { mimeType = '' } = entry.request.postData ?? {}
  const postData = { mimeType, text: bytes.toString('base64'), encoding: 'base64' as const }
  return { ...entry, request: { ...entry.request, postData } }
}

const frame = (data: object, event = 'step') => `event: ${event}\ndata: ${json(data)}\n\n`
const markdown = (secret: string) =>
  `# Notes\n\n* use \`${secret}\`\n* or [this](https://a.example/)\n`

/** A text with each character written as an escape. */
const escaped = (text: string) =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  )
const percentEncoded = (text: string) =>
  Array.from(Buffer.from(text), (byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
const isAscii = (text: string) => Buffer.byteLength(text) === text.length

const multipart = (note: string) =>
  [
    '--x',
    'Content-Disposition: form-data; name="note"',
    '',
    note,
    '--x',
    'Content-Disposition: form-data; name="file"; filename="a.txt"',
    '',
    `It says: ${note}.`,
    '--x--',
    '',
  ].join('\r\n')
const multipartType = 'multipart/form-data; boundary=x'

/** Every kind of place that may contain a secret. */
export const places: Readonly<Record<string, (secret: string) => HarEntry>> = {
  path: (secret) => entryOf({ url: `/api/things/${encodeURIComponent(secret)}/parts` }),
  query: (secret) => entryOf({ url: `/api/agents?${new URLSearchParams({ search: secret })}` }),
  header: (secret) =>
    entryOf({
      headers: {
        'x-note': `${[...secret].filter((one) => one < '\u0080').length === secret.length ? secret : 'none'} end`,
      },
    }),
  'request body': (secret) => entryOf({ body: json({ q: `It is ${secret}, I think` }) }),
  'spaced request body': (secret) => entryOf({ body: `{ "q" : ${json(secret)} }` }),
  'response body': (secret) => entryOf({ answer: json({ items: [{ title: secret }] }) }),
  'JSON within JSON': (secret) =>
    entryOf({ answer: json({ data: { payload: json({ note: `see ${secret}` }) } }) }),
  Markdown: (secret) => entryOf({ answer: json({ content: markdown(secret) }) }),
  'plain text': (secret) => entryOf({ answer: markdown(secret) }),
  'over-encoded path': (secret) => entryOf({ url: `/api/things/${percentEncoded(secret)}/parts` }),
  'over-encoded query': (secret) =>
    entryOf({ url: `/api/agents?search=${percentEncoded(secret)}` }),
  cookie: (secret) =>
    entryOf({ headers: { cookie: `a=1; seen=${encodeURIComponent(secret)}; b=2` } }),
  'new cookie': (secret) =>
    entryOf({ answerHeaders: { 'set-cookie': `seen=${encodeURIComponent(secret)}; Path=/` } }),
  'response header': (secret) =>
    entryOf({ answerHeaders: { 'x-note': isAscii(secret) ? `<${secret}>` : 'none' } }),
  form: (secret) =>
    entryOf({
      body: new URLSearchParams({ note: secret, more: 'yes' }).toString(),
      type: 'application/x-www-form-urlencoded',
    }),
  'parts of a form': (secret) => entryOf({ body: multipart(secret), type: multipartType }),
  'parts of a form with bytes': (secret) =>
    withBytes(entryOf({ body: '', type: multipartType }), `${multipart(secret)}`),
  'key of an object': (secret) => entryOf({ answer: json({ users: { [secret]: 1 } }) }),
  'escaped response body': (secret) =>
    entryOf({ answer: `{"items":[{"title":"to ${escaped(secret).join('')}!"}]}` }),
  'escaped non-ASCII': (secret) =>
    entryOf({
      body: json({ q: secret }).replaceAll(/\P{ASCII}/gu, (one) => escaped(one).join('')),
    }),
  'escaped key of an object': (secret) =>
    entryOf({ answer: `{"users":{"${escaped(secret).join('')}":1}}` }),
  'location header': (secret) =>
    entryOf({ answerHeaders: { location: `/next?back=${encodeURIComponent(secret)}` } }),
  frame: (secret) =>
    entryOf({ frames: [frame({ type: 'thinking', reasoning: `say ${secret} now` })] }),
  'two frames': (secret) => {
    const middle = Math.ceil(secret.length / 2)
    const [first, second] = [secret.slice(0, middle), secret.slice(middle)]
    return entryOf({
      frames: [
        frame({ type: 'delta', text: `It is ${first}` }, 'answer'),
        frame({ type: 'delta', text: `${second} or so ` }, 'answer'),
      ],
    })
  },
  'two frames with escapes': (secret) => {
    const all = escaped(secret)
    // Also between the two halves of a character.
    const middle = Math.ceil(all.length / 2)
    return entryOf({
      frames: [all.slice(0, middle), all.slice(middle)].map(
        (piece) => `event: answer\ndata: {"type":"delta","text":"${piece.join('')}"}\n\n`,
      ),
    })
  },
  'Markdown in frames': (secret) =>
    entryOf({
      frames: (markdown(secret).match(/[^]{1,5}/g) ?? []).map((text) =>
        frame({ type: 'delta', text }, 'answer'),
      ),
    }),
  'many frames': (secret) =>
    entryOf({
      frames: [...`<${secret}> and <${secret}>`].map((text) =>
        frame({ type: 'delta', text }, 'answer'),
      ),
    }),
  'split stored event': (secret) =>
    entryOf({
      answer: json({
        messages: [
          {
            metadata: {
              sse_events: [secret.slice(0, 3), secret.slice(3, 9), secret.slice(9)].map((text) => ({
                event: 'answer',
                data: { status: 'delta', text },
              })),
            },
          },
        ],
      }),
    }),
  'stored events': (secret) =>
    entryOf({
      answer: json({
        messages: [{ metadata: { sse_events: [{ event: 'step', data: { reasoning: secret } }] } }],
      }),
    }),
}
