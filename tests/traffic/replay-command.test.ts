import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replay } from '../../cli/replay.ts'
import { isEventStream, type RecordedExchange } from '../../contract/exchange.ts'
import type { HarEntry } from '../../traffic/record/har-entry.ts'
import { openRecorder } from '../../traffic/record/recorder.ts'
import { createRedactor } from '../../traffic/redact/redactor.ts'
import { harEntry, harText, record } from '../support/record-har.ts'
import { proxyTo, upstreamOf } from '../support/raw-upstream.ts'
import { askForRefund, respond } from '../support/refund.ts'
import { start, temporaryFolder } from '../support/start-serve.ts'
import { mountInProcess } from '../support/transports.ts'
import { newConversation, signIn } from '../support/visitor.ts'

const { folder, file: write } = temporaryFolder()
let server: Awaited<ReturnType<typeof start>>
let to: string
let file: string

beforeAll(async () => {
  server = await start('--speed', 'max', '--json')
  to = (JSON.parse(server.output) as { url: string }).url
  const recording = await record(async (mounted) => {
    const visitor = await signIn(mounted)
    await visitor.call('GET /api/models')
    const conversation_id = await newConversation(visitor)
    await visitor.stream('POST /api/react', { body: { q: 'Hello', conversation_id } })
  })
  file = await write('session.har', recording)
})
afterAll(() => server.stop())

/** Runs the command; returns its exit code and output. */
async function run(...argv: string[]) {
  return runUntil(undefined, argv)
}

async function runUntil(interrupted: Promise<void> | undefined, argv: readonly string[]) {
  const printed = { stdout: '', stderr: '' }
  const io = {
    stdout: { write: (text: string) => (printed.stdout += text) },
    stderr: { write: (text: string) => (printed.stderr += text) },
  }
  const code = await replay(argv, { ...io, ...(interrupted && { interrupted }) })
  return { code, ...printed }
}

const refusalOf = (...argv: string[]) =>
  run(...argv).then(
    ({ code }) => `exit code ${code}`,
    (error: Error) => `${error.name}: ${error.message}`,
  )

describe('the command replay', () => {
  it('a finished and an unfinished recording of a turn with an approval can be replayed', async () => {
    const recorded = join(folder.path, 'approval.har')
    const recorder = openRecorder(recorded, createRedactor({ key: new Uint8Array(32).fill(3) }))
    const exchanges: RecordedExchange[] = []
    const proxy = await proxyTo(to, { onExchange: (exchange) => exchanges.push(exchange) })
    const visitor = await signIn({ ...mountInProcess(), baseUrl: proxy.url, fetch })
    const { reader, id } = await askForRefund(visitor)
    await respond(visitor, id, { decision: 'approve' })
    await reader.rest()
    await expect.poll(proxy.openExchanges).toBe(0)
    // An exchange is added when it is over, and a turn ends after its approval.
    for (const isTurn of [false, true])
      exchanges.filter((one) => isEventStream(one) === isTurn).forEach(recorder.add)
    const lines: string[] = []
    for await (const line of recorder.soFar()) lines.push(line)
    const paths = lines.map((line) => new URL((JSON.parse(line) as HarEntry).request.url).pathname)
    expect(paths.map((path) => path.split('/').at(-1))).toEqual([
      'login',
      'conversations',
      'react',
      'respond',
    ])
    const [signedIn, created, turn, approval] = lines
    const unfinished = await write(
      'approval-part.har.part',
      `${signedIn}${created}${approval}${turn}`,
    )
    await recorder.finish()
    const login = ['--email', 'demo@example.com', '--password', 'demo-password']
    for (const [world, one] of [recorded, unfinished].entries())
      expect(await run(one, '--to', `${to}/w/approval-${world}`, '--writes', ...login)).toEqual({
        code: 0,
        stdout: '4 entries: 4 sent, 100 % same status, 100 % same shape\n',
        stderr: '',
      })
  })

  it("a replay of a fake's recording against a fake finds no difference", async () => {
    expect(
      await run(file, '--to', to, '--writes', '--min-status', '100', '--min-shape', '100'),
    ).toEqual({
      code: 0,
      stdout: '4 entries: 4 sent, 100 % same status, 100 % same shape\n',
      stderr: '',
    })
    const { stdout } = await run(file, '--to', `${to}/w/other`)
    expect(stdout).toBe(
      '4 entries: 2 sent, 100 % same status, 100 % same shape\n  2 not sent: a write (needs --writes)\n',
    )
  })

  it('differences are listed by operation, and a percentage below the minimum gives exit code 1', async () => {
    const headers = { authorization: 'Bearer pseudonym-1' }
    const content = { mimeType: 'application/json', text: '{"items":[{"label":"\\u001b[2J"}]}' }
    const entry = harEntry({ headers, content })
    const other = harEntry({ headers, url: 'http://platform.example/api/gadgets\u001b[2J' })
    const changed = await write('changed.har', harText([entry, other]))
    const flags = ['--email', 'demo@example.com', '--password', 'demo-password', '--to', to]
    const { code, stdout } = await run(changed, ...flags, '--min-status', '51')
    expect(code).toBe(1)
    expect(stdout).toContain('2 entries: 2 sent, 50 % same status, 0 % same shape\n\n')
    expect(stdout).toContain('GET /api/agents\n  items[].label is missing (entry 0)\n')
    expect(stdout).toContain('\n  404 instead of 200 (entry 1)\n')
    expect(stdout).not.toContain('\u001b')
    expect((await run(changed, ...flags, '--min-status', '50')).code).toBe(0)
    expect((await run(changed, ...flags, '--min-shape', '1')).code).toBe(1)
  })

  it('--json and --report give the summary with every entry, and a .gz file is unpacked', async () => {
    const packed = `${folder.path}/session.har.gz`
    await writeFile(packed, gzipSync(await readFile(file)))
    const report = `${folder.path}/out/report.json`
    const { stdout } = await run(packed, '--to', to, '--json', '--report', report)
    expect(JSON.parse(stdout)).toMatchObject({
      entries: 4,
      sent: 2,
      sameStatus: 100,
      causes: [],
      results: [
        { operation: 'POST /api/auth/login', status: 200, differences: [] },
        { operation: 'GET /api/models', status: 200 },
        { operation: 'POST /api/conversations', notSent: 'a write (needs --writes)' },
        { operation: 'POST /api/react', notSent: 'a write (needs --writes)' },
      ],
    })
    expect(await readFile(report, 'utf8')).toBe(stdout)
  })

  it('Ctrl-C ends a replay with exit code 130 and the summary so far, also during its own sign-in', async () => {
    const entry = harEntry({ headers: { authorization: 'Bearer pseudonym-1' } })
    const asUser = await write('as-user.har', harText([entry]))
    const login = ['--email', 'demo@example.com', '--password', 'demo-password']
    for (const argv of [[file], [asUser, ...login]]) {
      const stopping = Promise.withResolvers<void>()
      const { url } = await upstreamOf((_, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).write('{')
        stopping.resolve()
      })
      expect(await runUntil(stopping.promise, [...argv, '--to', url])).toEqual({
        code: 130,
        stdout: '1 entry: 0 sent\n  1 not sent: the replay was stopped\n',
        stderr: '',
      })
    }
  })

  it('a replay against a target that does not respond ends with exit code 4', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    const url = `http://127.0.0.1:${port}`
    const { code, stdout, stderr } = await run(file, '--to', url)
    expect([code, stdout]).toEqual([4, ''])
    expect(stderr).toBe(`${url} does not respond: connect ECONNREFUSED 127.0.0.1:${port}\n`)
  })

  it('a replay whose sign-in the target refuses ends with exit code 4, and names the flags', async () => {
    const entry = harEntry({ headers: { authorization: 'Bearer pseudonym-1' } })
    const one = await write('one.har', harText([entry]))
    const flags = ['--email', 'demo@example.com', '--password', 'wrong']
    expect(await run(one, '--to', to, ...flags)).toEqual({
      code: 4,
      stdout: '',
      stderr:
        'The sign-in of demo@example.com failed with status 401: give --user, or --email and --password.\n',
    })
  })

  it('a replay needs a flag to send writes to an address that looks like production', async () => {
    expect(await refusalOf(file, '--to', 'https://api.platform.example.com', '--writes')).toBe(
      'UsageError: api.platform.example.com may be production (its name does not look like a test system) and --writes changes it: leave out --writes, or add --allow-production.',
    )
  })

  it('a replay with a wrong command line or file is refused with the reason', async () => {
    expect(await refusalOf(file)).toBe(
      'UsageError: --to is missing: the address of a deployment; or --target, the name of one in a config file.',
    )
    expect(await refusalOf('--to', to)).toBe(
      'UsageError: replay takes a recording: replay FILE.har --to URL.',
    )
    expect(await refusalOf(file, '--to', 'staging')).toBe(
      'UsageError: --to takes an http or https address without a user or a query, such as https://staging.example.com, not `staging`.',
    )
    expect(await refusalOf(file, '--to', to, '--email', 'a@example.com')).toBe(
      'UsageError: --email only works together with --password.',
    )
    expect(await refusalOf(file, '--to', to, '--user', 'a@example.com:secret')).toBe(
      'UsageError: --user takes RECORDED=EMAIL:PASSWORD.',
    )
    expect(await refusalOf(file, '--to', to, '--min-shape', '101')).toBe(
      'UsageError: --min-shape takes a whole number from 0 to 100, not `101`.',
    )
    expect(await refusalOf(`${folder.path}/none.har`, '--to', to)).toBe(
      `UsageError: ${folder.path}/none.har can't be read (ENOENT).`,
    )
    const text = await write('text.har', 'name: x')
    expect(await refusalOf(text, '--to', to)).toMatch(
      /text\.har: This file is not JSON, near entry 0/,
    )
    const gz = await write('text.har.gz', 'name: x')
    expect(await refusalOf(gz, '--to', to)).toBe(`UsageError: ${gz} can't be read (Z_DATA_ERROR).`)
  })
})
