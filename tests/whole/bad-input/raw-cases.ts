/** A malformed or unusual request, and the response. */
export type RawCase = {
  readonly what: string
  readonly sent: string | Buffer
  /** The statuses of the responses, in order. */
  readonly gets: readonly number[]
  /** Whether the server then closes the connection; otherwise it accepts another request on it. */
  readonly closes: boolean
  readonly remark?: string
}

const host = 'host: localhost\r\n'
const json = 'content-type: application/json\r\n'

const get = (target: string, headers = '', version = 'HTTP/1.1') =>
  `GET ${target} ${version}\r\n${host}${headers}\r\n`
/** A sign-in, with headers that state its length. */
const post = (framing: string, body: string) =>
  `POST /api/auth/login HTTP/1.1\r\n${host}${json}${framing}\r\n${body}`
const sized = (body: string) =>
  Buffer.from(post(`content-length: ${Buffer.byteLength(body)}\r\n`, body))
const chunked = (body: string) => post('transfer-encoding: chunked\r\n', body)

const plain = get('/api/agents')
const keys = (length: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length }, (_, key) => [`k${key}`, key])))
const invalidUtf8 = Buffer.concat([
  Buffer.from(post('content-length: 9\r\n', '{"a":"')),
  Buffer.from([0xc0, 0xae]),
  Buffer.from('}'),
])

const refused = (what: string, sent: string | Buffer, status = 400): RawCase => ({
  what,
  sent,
  gets: [status],
  closes: true,
})
const answered = (
  what: string,
  sent: string | Buffer,
  gets: number | readonly number[],
  remark?: string,
): RawCase => ({
  what,
  sent,
  gets: typeof gets === 'number' ? [gets] : gets,
  closes: false,
  ...(remark !== undefined && { remark }),
})

/** The raw cases, grouped as in docs/security.md. */
export const rawCases: Readonly<Record<string, readonly RawCase[]>> = {
  'Message boundaries (request smuggling)': [
    refused(
      '`Content-Length` and `Transfer-Encoding`',
      post('content-length: 5\r\ntransfer-encoding: chunked\r\n', '0\r\n\r\n'),
    ),
    refused(
      '`Transfer-Encoding` and `Content-Length`',
      post('transfer-encoding: chunked\r\ncontent-length: 5\r\n', '0\r\n\r\n'),
    ),
    refused(
      'Two different `Content-Length`',
      post('content-length: 2\r\ncontent-length: 3\r\n', '{} '),
    ),
    refused('Two equal `Content-Length`', post('content-length: 2\r\ncontent-length: 2\r\n', '{}')),
    refused('A `Content-Length` with a list', post('content-length: 2, 2\r\n', '{}')),
    refused('A `Content-Length` with a sign', post('content-length: +2\r\n', '{}')),
    refused('A `Content-Length` in hexadecimal', post('content-length: 0x2\r\n', '{}')),
    refused(
      'A `Content-Length` beyond 64 bits',
      post('content-length: 99999999999999999999\r\n', '{}'),
    ),
    refused(
      'A `Transfer-Encoding` that does not end in `chunked`',
      post('transfer-encoding: chunked, identity\r\n', '0\r\n\r\n'),
    ),
    refused('`Transfer-Encoding: xchunked`', post('transfer-encoding: xchunked\r\n', '0\r\n\r\n')),
    refused(
      'A space before the colon of a header',
      post('transfer-encoding : chunked\r\n', '0\r\n\r\n'),
    ),
    refused('Lines that end in LF without CR', 'GET /api/agents HTTP/1.1\nhost: localhost\n\n'),
    refused('CR without LF in a header', get('/api/agents', 'a: b\rc: d\r\n')),
    refused('A header over two lines (obs-fold)', get('/api/agents', 'a: b\r\n  c\r\n')),
    refused('A header without a colon', get('/api/agents', 'nonsense\r\n')),
    refused('A NUL in a header', get('/api/agents', 'a: b\0c\r\n')),
    refused('No `Host`', 'GET /api/agents HTTP/1.1\r\n\r\n'),
    answered('Two `Host`', get('/api/agents', 'host: elsewhere\r\n'), 401, 'the first counts'),
    refused('A chunk size that is not a number', chunked('zz\r\n{}\r\n0\r\n\r\n')),
    refused('A negative chunk size', chunked('-2\r\n{}\r\n0\r\n\r\n')),
    refused('A chunk size that overflows', chunked('fffffffffffffffff\r\n{}\r\n0\r\n\r\n')),
    refused('A chunk that is longer than its size', chunked('2\r\n{}0\r\n\r\n')),
    refused('Chunks separated by LF without CR', chunked('2\n{}\n0\n\n')),
    answered('Chunks with extensions', chunked('2;a=b\r\n{}\r\n0\r\n\r\n'), 422, 'ignored'),
    refused(
      'Chunk extensions beyond 16 KiB',
      chunked(`2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
      413,
    ),
    answered(
      'A credential in a trailer',
      'GET /api/agents HTTP/1.1\r\n' +
        `${host}transfer-encoding: chunked\r\n\r\n0\r\nauthorization: Bearer x\r\n\r\n`,
      401,
      'trailers are ignored',
    ),
    answered(
      'A request in the body of a `GET`',
      get('/api/agents', `content-length: ${plain.length}\r\n`) + plain,
      401,
      'it stays a body',
    ),
    answered('Three requests at once', plain.repeat(3), [401, 401, 401], 'in order'),
    answered('A thousand requests at once', plain.repeat(1000), Array(1000).fill(401)),
    {
      what: 'A request followed by invalid data',
      sent: `${plain}nonsense\r\n\r\n`,
      gets: [401, 400],
      closes: true,
    },
  ],
  'Request targets': [
    answered(
      'An absolute URL as the target',
      get('http://localhost/api/agents'),
      401,
      'its path counts',
    ),
    answered(
      'An absolute URL of another host',
      get('http://elsewhere.test/api/agents'),
      401,
      'the platform API accepts every host name',
    ),
    answered('`OPTIONS *`', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 204),
    answered('`GET *`', get('*'), 404),
    refused('A target without a slash', get('api/agents')),
    answered('Two leading slashes', get('//api/agents'), 404),
    refused('A NUL in the path', get('/api/\0agents')),
    refused('A space in the path', get('/api/ agents')),
    refused('Non-ASCII bytes in the path', Buffer.from(get('/api/\xff\xfe'), 'latin1')),
    answered('`%00` in an id', get('/api/conversations/%00'), 401, 'an ordinary id'),
    answered('`%00` in the name of a world', get('/w/%00/api/agents'), 400),
    answered('`%2e%2e` as the name of a world', get('/w/%2e%2e/api/agents'), 400),
    answered('`__proto__` as the name of a world', get('/w/__proto__/api/agents'), 401),
    answered('`..` in the path', get('/api/../../etc/passwd'), 404, 'no path leads to a file'),
    answered('`%2e%2e%2f` in the path', get('/%2e%2e%2f%2e%2e%2fetc%2fpasswd'), 404),
    answered('An overlong `%c0%ae`', get('/api/%c0%ae%c0%ae/agents'), 404),
    answered('An invalid escape, `%zz`', get('/api/%zz'), 404),
    answered('A fragment', get('/api/agents#here'), 404),
    answered('A path of 15,000 characters', get(`/${'a'.repeat(15_000)}`), 404),
    refused('A path beyond 16 KiB', get(`/${'a'.repeat(17_000)}`), 431),
    refused('A header beyond 16 KiB', get('/api/agents', `a: ${'b'.repeat(17_000)}\r\n`), 431),
    refused('Headers beyond 16 KiB together', get('/api/agents', 'a: b\r\n'.repeat(5000)), 431),
  ],
  Bodies: [
    answered('Nesting of 100,000 levels', sized('['.repeat(1e5) + ']'.repeat(1e5)), 400),
    answered('An object of 10,000 keys', sized(keys(10_000)), 422),
    answered('An object of 100,000 keys', sized(keys(100_000)), 413),
    answered('Invalid UTF-8', invalidUtf8, 400),
    answered('A lone surrogate', sized('{"email":"\\ud800"}'), 422),
    answered('`__proto__` and `constructor`', sized('{"__proto__":{},"constructor":{}}'), 422),
    answered('A number beyond the range of doubles', sized('{"email":1e999}'), 422),
    answered('Truncated JSON', sized('{"email":'), 400),
    answered('A byte order mark', sized('\ufeff{}'), 422, 'ignored'),
    answered(
      '`Content-Encoding: gzip`',
      Buffer.from(post('content-encoding: gzip\r\ncontent-length: 2\r\n', '\x1f\x8b'), 'latin1'),
      400,
      'bodies are never decompressed, so there are no zip bombs',
    ),
    answered(
      '11 MiB',
      sized(`"${'a'.repeat(11 * 1024 * 1024)}"`),
      413,
      'after reading it to the end',
    ),
    answered(
      '11 MiB in chunks',
      chunked(`b00000\r\n${'a'.repeat(11 * 1024 * 1024)}\r\n0\r\n\r\n`),
      413,
    ),
  ],
  'Other protocols': [
    answered(
      '`Upgrade: websocket`',
      get('/api/agents', 'connection: upgrade\r\nupgrade: websocket\r\n'),
      401,
      'stays HTTP/1.1',
    ),
    answered('`Upgrade: h2c`', get('/api/agents', 'connection: upgrade\r\nupgrade: h2c\r\n'), 401),
    refused('The HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    {
      what: '`CONNECT`',
      sent: `CONNECT elsewhere.test:443 HTTP/1.1\r\n${host}\r\n`,
      gets: [],
      closes: true,
    },
    refused('A TLS hello', Buffer.from('160301020001000001fc0303', 'hex')),
    refused('HTTP/1.2', get('/api/agents', '', 'HTTP/1.2')),
    {
      what: 'HTTP/1.0',
      sent: 'GET /api/agents HTTP/1.0\r\n\r\n',
      gets: [401],
      closes: true,
    },
    answered(
      'A known method that no operation has',
      `TRACE /api/agents HTTP/1.1\r\n${host}\r\n`,
      405,
    ),
    refused('An unknown method', `BREW /api/agents HTTP/1.1\r\n${host}\r\n`),
    refused('A method in lower case', `get /api/agents HTTP/1.1\r\n${host}\r\n`),
    answered(
      '`Expect: 100-continue`',
      post('expect: 100-continue\r\ncontent-length: 2\r\n', '{}'),
      [100, 422],
    ),
    answered('`Expect: tea`', post('expect: tea\r\ncontent-length: 2\r\n', '{}'), 417),
  ],
}
