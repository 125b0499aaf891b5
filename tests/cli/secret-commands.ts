import { mkdir, writeFile } from 'node:fs/promises'
import { createConnection } from '../../cli/mcp/connection.ts'
import { configuredLine } from '../../cli/run-command.ts'
import { doctor } from '../../cli/doctor.ts'
import { proxy } from '../../cli/proxy.ts'
import { runCommand } from '../../cli/run-command.ts'
import { serve } from '../../cli/serve.ts'
import { exportLog } from '../../console/pages/chat/timeline/export-log.ts'
import type { Io } from '../../cli/command-line.ts'
import { connection } from '../console/timeline-log.ts'
import { canary, gossip, secrets } from '../support/gossip.ts'
import { upstreamOf } from '../support/raw-upstream.ts'
import { harEntry, harText } from '../support/record-har.ts'

/** What a command may use: an empty folder, a deployment that repeats secrets, and recordings of it. */
type Place = {
  readonly path: (name: string) => string
  readonly url: string
  readonly har: string
  /** What the command prints. */
  readonly io: Io
  /** Records other text that a user can see, such as the response of a control API. */
  readonly show: (text: string) => void
}

/** A secret of a place that is hidden because of its name, or of its own form. */
const word = (name: string) => `${name}-${canary}-0123456789`
const token = `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJ1LTEifQ.c2ln${canary}0123456789abcdefghij`
const key = `svc_${canary}0123456789abcdefghijklm`

/** Requests with a secret at each kind of place. */
const calls: readonly { readonly path: string; readonly init: RequestInit }[] = [
  {
    path: '/api/auth/login',
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'me@example.com', password: secrets.password }),
    },
  },
  {
    path: `/api/agents?token=${token}&user[password]=${word('query')}&x=1;api_key=${word('second')}`,
    init: { headers: { authorization: `Bearer ${word('bearer')}`, cookie: `a=${word('cookie')}` } },
  },
  {
    path: '/api/conversations?page=1',
    init: { headers: { 'x-api-key': key, 'cf-access-client-secret': word('header') } },
  },
  {
    path: '/api/me/api-keys',
    init: {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x', env: { PLAIN: word('env') }, token: word('field') }),
    },
  },
  {
    path: '/api/react',
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ q: JSON.stringify([{ client_secret: word('text') }]), token }),
    },
  },
  {
    path: '/api/auth/refresh',
    init: {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ refresh_token: word('form') }).toString(),
    },
  },
]

/** A recording of these calls as a browser writes it, with every secret in it. */
export async function rawRecording(): Promise<string> {
  const send = gossip(true)
  const entries = []
  for (const { path, init } of calls) {
    const url = `http://target.test${path}`
    const response = await send(new Request(url, init)).catch(() => undefined)
    const { method, headers, body } = init
    entries.push(
      harEntry({
        url,
        ...(method !== undefined && { method }),
        headers: headers as Record<string, string>,
        ...(body !== undefined && { body: String(body) }),
        status: response?.status ?? 0,
        content: { mimeType: 'application/json', text: (await response?.text()) ?? '' },
      }),
    )
  }
  return harText(entries)
}

/** Sends the calls to a server, one after the other. */
const sendAll = async (url: string) => {
  for (const { path, init } of calls) await fetch(url + path, init).then((one) => one.text())
}

const run = (argv: readonly string[], { io }: Place) => runCommand(argv, io).catch(printError(io))

/** Prints an error as the program does. */
const printError = (io: Io) => (error: unknown) => {
  io.stderr.write(String(error))
  return 1
}

/** Runs a server until something was done with it; `act` gets its line of JSON. */
async function during(
  command: (argv: readonly string[], io: Io) => Promise<number>,
  argv: readonly string[],
  { io }: Place,
  act: (ready: { readonly url: string; readonly control: string }) => Promise<void>,
): Promise<void> {
  const stopping = Promise.withResolvers<void>()
  const ready = Promise.withResolvers<string>()
  const write = (text: string) => {
    ready.resolve(text)
    return io.stdout.write(text)
  }
  const code = command(argv, { ...io, stdout: { write }, stopped: stopping.promise })
  code.catch(ready.reject)
  const [line = '{}'] = (await ready.promise).split('\n')
  await act(JSON.parse(line) as { url: string; control: string })
  stopping.resolve()
  await code
}

const reportFlags = (path: Place['path'], name: string) =>
  ['json', 'junit', 'html', 'markdown'].flatMap((format) => [
    '--report',
    `${format}=${path(`${name}.${format}`)}`,
  ])

/** What a journal shows: its lines, and each call. */
async function showJournal(control: string, headers: Record<string, string>, show: Place['show']) {
  const journal = await (await fetch(`${control}/journal`, { headers })).text()
  show(journal)
  for (const [, number] of journal.matchAll(/"number":\s*(\d+)/g))
    show(await (await fetch(`${control}/journal/${number}`, { headers })).text())
}

/** A command, and a text that shows that it did its work. */
type Command = { readonly shows: string; readonly run: (place: Place) => Promise<unknown> }

/** Commands by the kind of their output. All their inputs contain secrets. */
export const commands: Readonly<Record<string, Command>> = {
  'conform --traffic': {
    shows: 'login.access-token-is-a-jwt',
    async run(place) {
      const { path, har } = place
      const reports = reportFlags(path, 'traffic')
      await run(['conform', '--traffic', har, ...reports, '--report', 'github'], place)
      await run(['conform', '--traffic', har, '--json'], place)
      await run(['conform', '--traffic', har, '--write-baseline', path('known.yaml')], place)
    },
  },
  'calibrate --traffic': {
    shows: 'auth.scheme',
    async run(place) {
      await run(['calibrate', '--traffic', place.har, '--out', place.path('read.yaml')], place)
      await run(['calibrate', '--traffic', place.har, '--json'], place)
    },
  },
  'compare of recordings': {
    shows: '500 instead of 200',
    async run(place) {
      const other = place.path('..other.har')
      await writeFile(other, harText([harEntry({ status: 500 })]))
      await run(['compare', place.har, other], place)
      await run(['compare', other, place.har, '--json'], place)
    },
  },
  replay: {
    shows: '"sameShape": 100',
    async run(place) {
      const { har, path, url } = place
      const user = ['--email', 'me@example.com', '--password', secrets.password]
      await run(['replay', har, '--to', url, ...user, '--writes'], place)
      await run(['replay', har, '--to', url, ...user, '--json', '--report', path('r.json')], place)
      await run(['replay', har, '--to', url, '--user', `a@b.co:${secrets.password}`], place)
      await run(['replay', har, '--to', url, '--user', secrets.password], place)
    },
  },
  import: {
    shows: 'records    1 user,',
    async run(place) {
      await run(['import', place.har, '--out', place.path('imported')], place)
      await run(['import', place.har, '--out', place.path('again'), '--json'], place)
    },
  },
  'proxy --record --check': {
    shows: '"log":',
    async run(place) {
      const { path, url, io, show } = place
      const flags = ['--to', url, '--port', '0', '--json', '--verbose', '--check']
      const files = ['--record', path('session.har'), ...reportFlags(path, 'proxy')]
      await during(proxy, [...flags, ...files], place, async ({ url: proxied, control }) => {
        await sendAll(proxied)
        // A deployment can repeat secrets in any part of a response; the lines of a journal have no bodies.
        show(await (await fetch(`${control}/journal`)).text())
      })
      await run(['proxy', '--to', `http://:${canary}@target.test`], { ...place, io })
    },
  },
  'the journal of a proxy': {
    shows: '<jwt of nobody>',
    async run(place) {
      const answer = JSON.stringify({
        access_token: word('given'),
        items: [{ api_key: key }],
        token,
      })
      const { url } = await upstreamOf((_, outgoing) => outgoing.end(answer))
      const flags = ['--to', url, '--port', '0', '--json', '--verbose']
      await during(proxy, flags, place, async ({ url: proxied, control }) => {
        await sendAll(proxied)
        await showJournal(control, {}, place.show)
      })
    },
  },
  serve: {
    shows: 'the header `x-api-key` is not read',
    async run(place) {
      const { path, show } = place
      await writeFile(path('..secret'), word('a secret of replicas'))
      const guard = ['--control-token', word('control')]
      const flags = ['--port', '0', '--json', '--verbose', ...guard, '--replica', 'a']
      const file = ['--secret-file', path('..secret')]
      await during(
        serve,
        [...flags, ...file],
        // The line of --json has the demo credentials on purpose.
        { ...place, io: { ...place.io, stdout: { write: () => undefined } } },
        async ({ url, control }) => {
          await sendAll(url)
          await fetch(`${url}/api/agents`, { headers: { 'x-understudy-explain': '1' } })
          const headers = { authorization: `Bearer ${word('control')}` }
          await showJournal(control, headers, show)
          await fetch(`${control}/journal`, {
            headers: { authorization: `Bearer ${word('wrong')}` },
          })
            .then((one) => one.text())
            .then(show)
        },
      )
      await run(['serve', '--port', '0', '--control-token', `${canary} with spaces`], place)
    },
  },
  doctor: {
    shows: 'HTTP_PROXY and HTTPS_PROXY are set',
    async run({ io, path }) {
      const variables = {
        HTTPS_PROXY: `http://me:${word('proxy')}@127.0.0.1:1`,
        HTTP_PROXY: `http://me:${word('proxy')}@127.0.0.1:1`,
        NODE_AUTH_TOKEN: word('npm'),
        UNDERSTUDY_PASSWORD: secrets.password,
      }
      await mkdir(path('..project'))
      const machine = { cwd: path('..project'), variables, nodeVersion: process.versions.node }
      await writeFile(
        path('..project/understudy.config.yaml'),
        `targets:\n  a:\n    pasword: ${word('a')}\n`,
      )
      await doctor([], io, machine)
      await doctor(['--json'], io, machine)
    },
  },
  'a config file': {
    shows: 'this file must not have secrets',
    async run({ path, io }) {
      const wrong = [
        `targets:\n  a:\n    url: http://me:${word('url')}@target.test\n`,
        `targets:\n  a:\n    url: http://target.test\n    credentials:\n      password: ${word('b')}\n`,
        `password: ${word('top')}\n`,
      ]
      const cwd = path('..project')
      await mkdir(cwd)
      for (const text of wrong) {
        await writeFile(`${cwd}/understudy.config.yaml`, text)
        await configuredLine(['conform', '--target', 'a'], { cwd, variables: {} }).catch(
          printError(io),
        )
      }
    },
  },
  worlds: {
    shows: 'does not respond',
    async run(place) {
      const guard = ['--control-token', word('control')]
      for (const url of [place.url, 'http://127.0.0.1:1'])
        await run(['worlds', 'list', '--from', url, ...guard], place)
    },
  },
  'mcp --url': {
    shows: 'There is no response',
    async run({ url, show }) {
      const authorization = `Bearer ${word('mcp')}`
      for (const one of [url, 'http://127.0.0.1:1']) {
        const fake = createConnection({ url: one, fetch, authorization })
        // The assistant may see the responses of the server, but an error must not contain the token.
        await fake.control('GET worlds').catch((error: unknown) => show(String(error)))
      }
    },
  },
  'the export of a chat': {
    shows: '"postData"',
    async run({ show }) {
      const request = {
        url: `http://target.test/api/react?token=${token}`,
        headers: [
          ['authorization', `Bearer ${word('bearer')}`],
          ['x-auth-token', word('header')],
        ] as const,
        body: JSON.stringify({ q: 'Hello', token }),
      }
      show(exportLog({ connections: [connection(1, { request })], frames: [] }, new Date(0)))
    },
  },
  'scenarios play': {
    shows: 'api-quickstart',
    async run({ io, show }) {
      const output = {
        ...io.stdout,
        write: (text: string) => void (io.stdout.write(text), keep(text)),
      }
      let shown = ''
      const keep = (text: string) => (shown += text)
      for (const flags of [[], ['--json'], ['--explain']])
        await runCommand(
          ['scenarios', 'play', 'scenarios/api-quickstart.yaml', '--speed', 'max', ...flags],
          {
            ...io,
            stdout: output,
          },
        ).catch(printError(io))
      // The fake of the command makes its own tokens.
      if (/eyJ[\w-]{9,}\.[\w-]{9,}\.[\w-]{9,}/.test(shown)) show(`${canary}: a token of the fake`)
    },
  },
}

/** Commands that start servers and clients of their own. */
export const slowCommands: typeof commands = {
  tolerance: {
    shows: '"kind": "tolerance"',
    async run(place) {
      const { path } = place
      const client = path('..client.mjs')
      const script = `const api = process.env.UNDERSTUDY_URL + '/api'
  const headers = { 'content-type': 'application/json', cookie: 'a=${word('cookie')}' }
  const body = JSON.stringify({ email: 'demo@example.com', password: 'demo-password' })
  const { access_token } = await (await fetch(api + '/auth/login', { method: 'POST', headers, body })).json()
  const wrong = JSON.stringify({ email: 'demo@example.com', password: '${word('password')}' })
  await fetch(api + '/auth/login', { method: 'POST', headers, body: wrong })
  await fetch(api + '/agents?token=${word('query')}', { headers: { 'x-api-key': '${key}' } })
  const authorization = 'Bearer ' + access_token
  const response = await fetch(api + '/agents', { headers: { authorization } })
  process.exit(response.headers.get('content-type') === 'application/json' ? 0 : 1)`
      await writeFile(client, script)
      const flags = ['--only', 'records.content-type*', '--keep', path('runs'), '--json']
      await run(['tolerance', ...flags, '--', process.execPath, client], place)
    },
  },
}
