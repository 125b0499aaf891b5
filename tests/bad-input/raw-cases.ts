/** Something that no client should send, and what it gets. */
export type RawCase = {
  readonly what: string
  readonly sent: string | Buffer
  /** The statuses of the answers, in their order. */
  readonly gets: readonly number[]
  /** Whether the server closes the connection then; else it takes the next request on it. */
  readonly closes: boolean
  readonly remark?: string
}

const host = 'host: localhost\r\n'
const json = 'content-type: application/json\r\n'

const get = (target: string, headers = '', version = 'HTTP/1.1') =>
  `GET ${target} ${version}\r\n${host}${headers}\r\n`
/** A sign-in, with what says its length. */
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

/** In the groups in which the documentation has them. */
export const rawCases: Readonly<Record<string, readonly RawCase[]>> = {
  'Where a request ends: what proxies and servers are set against each other with': [
    refused(
      '`Content-Length` and `Transfer-Encoding`',
      post('content-length: 5\r\ntransfer-encoding: chunked\r\n', '0\r\n\r\n'),
    ),
    refused(
      'The same in the other order',
      post('transfer-encoding: chunked\r\ncontent-length: 5\r\n', '0\r\n\r\n'),
    ),
    refused(
      'Two `Content-Length` that differ',
      post('content-length: 2\r\ncontent-length: 3\r\n', '{} '),
    ),
    refused(
      'Two `Content-Length` that agree',
      post('content-length: 2\r\ncontent-length: 2\r\n', '{}'),
    ),
    refused('A list of lengths', post('content-length: 2, 2\r\n', '{}')),
    refused('A length with a sign', post('content-length: +2\r\n', '{}')),
    refused('A length in hexadecimal', post('content-length: 0x2\r\n', '{}')),
    refused('A length beyond 64 bits', post('content-length: 99999999999999999999\r\n', '{}')),
    refused(
      'A `Transfer-Encoding` that does not end in `chunked`',
      post('transfer-encoding: chunked, identity\r\n', '0\r\n\r\n'),
    ),
    refused('`Transfer-Encoding: xchunked`', post('transfer-encoding: xchunked\r\n', '0\r\n\r\n')),
    refused(
      'A space before the colon of a header',
      post('transfer-encoding : chunked\r\n', '0\r\n\r\n'),
    ),
    refused('Lines that end in a bare LF', 'GET /api/agents HTTP/1.1\nhost: localhost\n\n'),
    refused('A bare CR in a header', get('/api/agents', 'a: b\rc: d\r\n')),
    refused('A header over two lines (obs-fold)', get('/api/agents', 'a: b\r\n  c\r\n')),
    refused('A header without a colon', get('/api/agents', 'nonsense\r\n')),
    refused('A NUL in a header', get('/api/agents', 'a: b\0c\r\n')),
    refused('No `Host`', 'GET /api/agents HTTP/1.1\r\n\r\n'),
    answered('Two `Host`', get('/api/agents', 'host: elsewhere\r\n'), 401, 'the first counts'),
    refused('A chunk whose size is no number', chunked('zz\r\n{}\r\n0\r\n\r\n')),
    refused('A chunk whose size is negative', chunked('-2\r\n{}\r\n0\r\n\r\n')),
    refused('A chunk whose size overflows', chunked('fffffffffffffffff\r\n{}\r\n0\r\n\r\n')),
    refused('A chunk that is longer than it says', chunked('2\r\n{}0\r\n\r\n')),
    refused('Chunks parted by a bare LF', chunked('2\n{}\n0\n\n')),
    answered('Chunks with extensions', chunked('2;a=b\r\n{}\r\n0\r\n\r\n'), 422, 'passed over'),
    refused(
      'Extensions of chunks beyond 16 KiB',
      chunked(`2;${'a'.repeat(20_000)}\r\n{}\r\n0\r\n\r\n`),
      413,
    ),
    answered(
      'A credential in a trailer',
      'GET /api/agents HTTP/1.1\r\n' +
        `${host}transfer-encoding: chunked\r\n\r\n0\r\nauthorization: Bearer x\r\n\r\n`,
      401,
      'trailers are passed over',
    ),
    answered(
      'A request in the body of a `GET`',
      get('/api/agents', `content-length: ${plain.length}\r\n`) + plain,
      401,
      'a body is a body',
    ),
    answered('Three requests at once', plain.repeat(3), [401, 401, 401], 'in their order'),
    answered('A thousand requests at once', plain.repeat(1000), Array(1000).fill(401)),
    {
      what: 'A request, and nonsense behind it',
      sent: `${plain}nonsense\r\n\r\n`,
      gets: [401, 400],
      closes: true,
    },
  ],
  'Where a request goes': [
    answered('A whole URL as the target', get('http://localhost/api/agents'), 401, 'as its path'),
    answered(
      'A whole URL of another host',
      get('http://elsewhere.test/api/agents'),
      401,
      'the platform answers to any name',
    ),
    answered('`OPTIONS *`', `OPTIONS * HTTP/1.1\r\n${host}\r\n`, 204),
    answered('`GET *`', get('*'), 404),
    refused('A target without a slash', get('api/agents')),
    answered('Two slashes at the beginning', get('//api/agents'), 404),
    refused('A NUL in the path', get('/api/\0agents')),
    refused('A space in the path', get('/api/ agents')),
    refused('Bytes beyond ASCII in the path', Buffer.from(get('/api/\xff\xfe'), 'latin1')),
    answered('`%00` in an id', get('/api/conversations/%00'), 401, 'an id like any other'),
    answered('`%00` in the name of a world', get('/w/%00/api/agents'), 400),
    answered(
      '`%2e%2e` as the name of a world',
      get('/w/%2e%2e/api/agents'),
      401,
      'a name like any other',
    ),
    answered('`__proto__` as the name of a world', get('/w/__proto__/api/agents'), 401),
    answered('`..` in the path', get('/api/../../etc/passwd'), 404, 'no path is a path of files'),
    answered('`%2e%2e%2f` in the path', get('/%2e%2e%2f%2e%2e%2fetc%2fpasswd'), 404),
    answered('An overlong `%c0%ae`', get('/api/%c0%ae%c0%ae/agents'), 404),
    answered('A broken escape, `%zz`', get('/api/%zz'), 404),
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
    answered('Bytes that are no UTF-8', invalidUtf8, 400),
    answered('Half a surrogate pair', sized('{"email":"\\ud800"}'), 422),
    answered('`__proto__` and `constructor`', sized('{"__proto__":{},"constructor":{}}'), 422),
    answered('A number beyond all numbers', sized('{"email":1e999}'), 422),
    answered('A body that breaks off', sized('{"email":'), 400),
    answered('A byte order mark', sized('\ufeff{}'), 422, 'no harm done'),
    answered(
      '`Content-Encoding: gzip`',
      Buffer.from(post('content-encoding: gzip\r\ncontent-length: 2\r\n', '\x1f\x8b'), 'latin1'),
      400,
      'no coding is undone, so none is a bomb',
    ),
    answered('11 MiB', sized(`"${'a'.repeat(11 * 1024 * 1024)}"`), 413, 'read to its end first'),
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
    refused('The preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
    {
      what: '`CONNECT`',
      sent: `CONNECT elsewhere.test:443 HTTP/1.1\r\n${host}\r\n`,
      gets: [],
      closes: true,
    },
    refused('The hello of TLS', Buffer.from('160301020001000001fc0303', 'hex')),
    refused('HTTP/1.2', get('/api/agents', '', 'HTTP/1.2')),
    {
      what: 'HTTP/1.0',
      sent: 'GET /api/agents HTTP/1.0\r\n\r\n',
      gets: [401],
      closes: true,
    },
    answered(
      'A method that is known but not here',
      `TRACE /api/agents HTTP/1.1\r\n${host}\r\n`,
      405,
    ),
    refused('A method that nobody knows', `BREW /api/agents HTTP/1.1\r\n${host}\r\n`),
    refused('A method in lower case', `get /api/agents HTTP/1.1\r\n${host}\r\n`),
    answered(
      '`Expect: 100-continue`',
      post('expect: 100-continue\r\ncontent-length: 2\r\n', '{}'),
      [100, 422],
    ),
    answered('`Expect: tea`', post('expect: tea\r\ncontent-length: 2\r\n', '{}'), 417),
  ],
}
