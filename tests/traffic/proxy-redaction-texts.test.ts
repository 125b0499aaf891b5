import { expect, test } from 'vitest'
import { entryOf, redacted, visibleTexts } from '../support/planted-secrets.ts'

const beganLikeJson = {
  'a log': (secret: string) => `[2026-11-30 10:00] ${secret} signed in`,
  'a configuration': (secret: string) => `[db]\npassword = "Sommer2026"\nuser = ${secret}\n`,
  'a footnote': (secret: string) => `[1] See ${secret}.`,
  'a template': (secret: string) => `{name}, write to ${secret}`,
  'lines of JSON': (secret: string) => `{"a":1}\n{"a":2} ${secret}`,
}

test.each(Object.entries(beganLikeJson))(
  'a secret in %s is replaced in bodies, parameters, forms and streams, although it begins like JSON',
  (_, text) => {
    const written = text('ada@acme.test svc_Ab3dEf6hIj9kLm2nOp5q')
    const type = 'multipart/form-data; boundary=b'
    const head = '--b\r\ncontent-disposition: form-data; name="note"\r\n\r\n'
    const safe = [
      entryOf({ answer: written }),
      entryOf({ url: `/api/logs?to=${encodeURIComponent(written)}` }),
      entryOf({ body: `${head}${written}\r\n--b--\r\n`, type }),
      entryOf({ frames: [`${written.replaceAll(/^/gm, 'data: ')}\n\n`] }),
    ].map((entry) => visibleTexts(redacted([entry])))
    for (const one of safe) expect(one).not.toMatch(/ada@acme|svc_Ab3d|Sommer2026/)
  },
)

test('a known secret is replaced in a text that is streamed in pieces, even if a piece begins like JSON', () => {
  const frames = ['data: [svc_Ab3dEf\n\n', 'data: 6hIj9kLm2nOp5q]\n\n']
  const [, turn] = redacted([
    entryOf({ headers: { 'x-api-key': 'svc_Ab3dEf6hIj9kLm2nOp5q' } }),
    entryOf({ frames }),
  ])
  expect(turn?.response.content.text).toMatch(/^data: \[svc_\w{20}\n\ndata: \]\n\n$/)
})

test('JSON in a text keeps its escapes, and a secret after an escape gets the same pseudonym as elsewhere', () => {
  const line = JSON.stringify({ note: 'From\nada@acme.test\tsvc_Ab3dEf6hIj9kLm2nOp5q' })
  const [log, other] = redacted([
    entryOf({ answer: `[10:00] ${line}` }),
    entryOf({ answer: JSON.stringify(['ada@acme.test', 'svc_Ab3dEf6hIj9kLm2nOp5q']) }),
  ])
  const { note } = JSON.parse(log?.response.content.text?.slice(8) ?? '') as { note: string }
  const [address, apiKey] = JSON.parse(other?.response.content.text ?? '') as string[]
  expect(note).toBe(`From\n${address}\t${apiKey}`)
})

test('secrets in comments, ids and unknown fields of a stream are replaced', () => {
  const frames = [
    '\uFEFFdata: {"token":"Sommer2026"}\n\n',
    ': hello ada@acme.test\r\nid: svc_Ab3dEf6hIj9kLm2nOp5q\r\ndata: {}\r\n\r\n',
    'trace: bob@acme.test\n\n',
  ]
  const [turn] = redacted([entryOf({ frames })])
  const email = String.raw`user-\w{12}@example\.com`
  expect(turn?.response.content.text).toMatch(
    new RegExp(
      String.raw`^\uFEFFdata: \{"token":"\w{10}"\}\n\n: hello ${email}\r\nid: svc_\w{20}\r\ndata: \{\}\r\n\r\ntrace: ${email}\n\n$`,
    ),
  )
  expect(turn?.response.content.text).not.toContain('Sommer2026')
})

test('a secret in the file name of an upload is replaced', () => {
  const body =
    '--b\r\ncontent-disposition: form-data; name="file"; filename="ada@acme.test.csv"\r\n\r\nx\r\n--b--\r\n'
  const [upload] = redacted([entryOf({ body, type: 'multipart/form-data; boundary=b' })])
  expect(upload?.request.postData?.text).toMatch(/; filename="user-\w+@example\.com"\r\n\r\nx\r\n/)
})

const latin1 = [
  [
    'application/json',
    '{"name":"M\u00fcller","password":"correct-horse","otp":493817}',
    /^\{"name":"M\u00fcller","password":"[a-z]{7}-[a-z]{5}","otp":\d{6}\}$/,
  ],
  [
    'application/json',
    '{"name":"M\u00fcller \\u4e2d","ticket":"correct-horse"}',
    /^\{"name":"M\u00fcller \\u4e2d","ticket":"[a-z]{7}-[a-z]{5}"\}$/,
  ],
  [
    'application/x-www-form-urlencoded',
    'password=correct-horse&otp_code=493817&name=M\u00fcller',
    /^password=[a-z]{7}-[a-z]{5}&otp_code=\d{6}&name=M\u00fcller$/,
  ],
  [
    'text/event-stream',
    'data: {"name":"M\u00fcller","token":"correct-horse"}\n\n',
    /^data: \{"name":"M\u00fcller","token":"[a-z]{7}-[a-z]{5}"\}\n\n$/,
  ],
  [
    '',
    '{"name":"M\u00fcller","token":"M\u00fc-correct-horse"}',
    /^\{"name":"M\u00fcller","token":"[^"]{2,4}-[a-z]{7}-[a-z]{5}"\}$/,
  ],
] as const

test.each(latin1)(
  'in a body of the type "%s" in Latin-1, secrets are replaced, and other bytes stay: %s',
  (mimeType, body, safe) => {
    const { request, response, ...others } = entryOf({ body: '' })
    const text = Buffer.from(body, 'latin1').toString('base64')
    const stored = { mimeType, text, encoding: 'base64' } as const
    const [entry] = redacted([
      {
        ...others,
        request: { ...request, postData: stored },
        response: { ...response, content: { ...stored, size: body.length } },
      },
    ])
    const bodies = [entry?.request.postData?.text, entry?.response.content.text].map((one = '') =>
      Buffer.from(one, 'base64').toString('latin1'),
    )
    for (const one of bodies) {
      expect(one).toMatch(safe)
      expect(one).not.toMatch(/correct-horse|493817/)
    }
  },
)
