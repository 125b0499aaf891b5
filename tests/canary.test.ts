import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { conform } from '../cli/conform.ts'
import { fileFormats } from '../cli/reports.ts'
import { temporaryFolder } from './start-serve.ts'

const canary = 'cAnArY'
const { folder } = temporaryFolder()

const secrets = {
  password: `pa"ss'w\\rd & <${canary}>`,
  'other-password': `other ${canary}`,
  'api-key': `svc_given-${canary}`,
  'expired-token': `old.${canary}.token`,
}
const flags = [
  '--base-url=http://target.test',
  '--email=me@example.com',
  '--other-email=you@example.com',
  '--grace=0',
  ...Object.entries(secrets).map(([name, value]) => `--${name}=${value}`),
]

const base64 = (text: string) => Buffer.from(text).toString('base64')
const markup = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

/** A server that repeats whatever it knows, in every way in which a text can be written. */
function gossip(): (request: Request) => Promise<Response> {
  const known: string[] = Object.values(secrets)
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
    const told = known.slice(-12)
    const body = {
      ...given,
      items: [{ id: 'one', name: told.map((secret) => base64(`me:${secret}`)).join(' ') }],
      error: told.map((secret) => encodeURIComponent(secret)).join(' '),
      message: [asked, JSON.stringify({ asked }), authorization, ...told.map(markup)].join(' '),
    }
    const headers = { 'x-echo': base64(`${authorization}:`), 'x-form': encodeURIComponent(asked) }
    return Response.json(body, { status: request.method === 'DELETE' ? 500 : 200, headers })
  }
}

/** The canary as it is, and as it stands in base64 at each of three offsets. */
const traces = [canary, ...[0, 1, 2].map((offset) => base64(`${'.'.repeat(offset)}${canary}`))]
  .map((trace, index) => (index < 2 ? trace : trace.slice(index === 2 ? 2 : 3, -3)))
  .map((trace) => new RegExp(`.{0,80}${trace}.{0,20}`, 'g'))

test('no secret is in any report, on the screen, in the progress or in the ledger', async () => {
  let screen = ''
  const output = { isTTY: true, write: (text: string) => void (screen += text) }
  const io = { stdout: output, stderr: output }
  const ledger = ['--ledger', join(folder.path, 'ledger.ndjson')]
  const files = fileFormats.flatMap((format) => [
    '--report',
    `${format}=${join(folder.path, format)}`,
  ])
  const baseline = ['--write-baseline', join(folder.path, 'baseline.json')]
  // Each command meets a server of its own: what others were given it can't know.
  const means = () => ({ fetch: gossip(), sleep: async () => {} })
  const run = [...flags, ...ledger, '--plan', 'full']
  await conform([...run, ...files, '--report', 'github', ...baseline], io, means())
  await conform([...run, '--json', '--only', 'keys.*'], io, means())
  expect(await conform(['gc', ...flags, ...ledger], io, means())).toBe(1)

  const names = readdirSync(folder.path)
  expect(names).toHaveLength(fileFormats.length + 2)
  const artefacts = [...names.map((name) => readFileSync(join(folder.path, name), 'utf8')), screen]
  for (const label of ['<PASSWORD>', '<ACCESS_TOKEN>', '<API_KEY>'])
    expect(artefacts.join('\n')).toContain(label)
  const found = artefacts.flatMap((text) => traces.flatMap((trace) => text.match(trace) ?? []))
  expect(found).toEqual([])
})

test('a wrong command line is refused without repeating what it held', async () => {
  const io = { stdout: { write: () => undefined }, stderr: { write: () => undefined } }
  const wrong = [
    [...flags, '--pasword', secrets.password],
    [...flags, secrets.password],
    ['--base-url', `http://:${encodeURIComponent(secrets.password)}@target.test`],
    [...flags, `--strict=${secrets.password}`],
  ]
  for (const argv of wrong) {
    const error: unknown = await conform(argv, io).catch((reason: unknown) => reason)
    expect(String(error)).toMatch(/^UsageError: /)
    expect(String(error)).not.toContain(canary)
  }
})
