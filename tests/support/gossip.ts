/** A text that every secret contains, and nothing else. */
export const canary = 'cAnArY'
export const secrets = {
  password: `pa"ss'w\\rd & <${canary}>`,
  'other-password': `other ${canary}`,
  'api-key': `svc_given-${canary}`,
  'expired-token': `old.${canary}.token`,
}
const base64 = (text: string) => Buffer.from(text).toString('base64')
const markup = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

type Send = (request: Request) => Promise<Response>

/**
 * A server that repeats all data it knows. By default it also knows the secrets of others, and
 * repeats them in every encoding. A server for recordings repeats its own responses in the
 * encodings of recordings.
 */
export function gossip(isRecorded = false): Send {
  const known: string[] = isRecorded ? [] : Object.values(secrets)
  let calls = 0
  const issue = (kind: string) => {
    const secret = `${kind}-${(calls += 1)}-${canary}-0123456789-0123456789`
    known.push(secret)
    return secret
  }
  return async (request) => {
    const { pathname } = new URL(request.url)
    const asked = await request.text()
    const authorization = request.headers.get('authorization') ?? ''
    if (pathname === '/api/auth/verify') throw new TypeError(`no route for ${authorization}`)
    const given =
      pathname === '/api/auth/login'
        ? { access_token: issue('access'), refresh_token: issue('refresh') }
        : request.method === 'POST' && pathname.endsWith('/api-keys')
          ? { id: `id-${calls}`, key_prefix: 'svc_key-', key: issue('svc_key') }
          : {}
    const newest = known.slice(-12)
    const body = {
      ...given,
      items: [
        {
          id: 'one',
          name: newest.map((one) => (isRecorded ? one : base64(`me:${one}`))).join(' '),
        },
      ],
      error: newest.map((secret) => encodeURIComponent(secret)).join(' '),
      message: [
        asked,
        JSON.stringify({ asked }),
        authorization,
        ...(isRecorded ? newest : newest.map(markup)),
      ].join(' '),
    }
    const echo = isRecorded ? authorization : base64(`${authorization}:`)
    const headers = { 'x-echo': echo, 'x-form': encodeURIComponent(asked) }
    return Response.json(body, { status: request.method === 'DELETE' ? 500 : 200, headers })
  }
}

/** The canary as plain text, and in base64 at each of three offsets. */
const traces = [canary, ...[0, 1, 2].map((offset) => base64(`${'.'.repeat(offset)}${canary}`))].map(
  (trace, index) => (index < 2 ? trace : trace.slice(index === 2 ? 2 : 3, -3)),
)

/** The surrounding text of each secret in a text. */
export const leaksIn = (text: string): readonly string[] =>
  traces.flatMap((trace) => {
    const leaks: string[] = []
    for (let at = text.indexOf(trace); at !== -1; at = text.indexOf(trace, at + 1))
      leaks.push(text.slice(Math.max(0, at - 80), at + trace.length + 20))
    return leaks
  })
