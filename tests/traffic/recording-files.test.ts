import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openRecording, readRecording } from '../../cli/read-recording.ts'
import { conform } from '../../cli/conform.ts'
import { replay } from '../../cli/replay.ts'
import type { TrafficReport } from '../../conformance/passive/traffic-check.ts'
import { listen } from '../../mocks/adapters/node.ts'
import type { RecordedExchange } from '../../contract/exchange.ts'
import { readHar } from '../../traffic/har/read-har.ts'
import { foundBrowser } from '../support/find-browser.ts'
import { openBrowser } from '../support/open-browser.ts'
import { harEntry, harText } from '../support/record-har.ts'
import { temporaryFolder } from '../support/start-serve.ts'
import { demo, mountInProcess, shippedScenarios as scenarios } from '../support/transports.ts'
import { zipOf } from '../support/zip-of.ts'

const { folder } = temporaryFolder()
const at = (name: string) => join(folder.path, name)

async function read(file: string, ...limits: number[]): Promise<readonly RecordedExchange[]> {
  const [mostEntryBytes, mostBytes] = limits
  const all: RecordedExchange[] = []
  for await (const one of readHar(openRecording(file, mostBytes), mostEntryBytes)) all.push(one)
  return all
}

/** Writes a file of the temporary folder. */
async function write(name: string, bytes: string | Uint8Array): Promise<string> {
  await mkdir(join(at(name), '..'), { recursive: true })
  await writeFile(at(name), bytes)
  return at(name)
}

const bodyOf = async (file: string) => (await read(file))[0]?.content

const attached = (_file: string) =>
  harText([harEntry({ content: { size: 5, mimeType: 'application/json', _file } })])

/** The actions of a page in the browser: a sign-in, a list, a turn, and an upload. */
async function visit(): Promise<void> {
  let token = ''
  const send = async (path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData
    const headers = {
      ...(token !== '' && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
    }
    const sent = body === undefined ? null : isForm ? body : JSON.stringify(body)
    const method = body === undefined ? 'GET' : 'POST'
    return (await fetch(path, { method, headers, body: sent })).text()
  }
  const login = { email: 'demo@example.com', password: 'demo-password' }
  const signedIn = JSON.parse(await send('/api/auth/login', login)) as Record<string, unknown>
  const data = (signedIn['data'] ?? signedIn) as { readonly access_token: string }
  token = data.access_token
  await send('/api/agents')
  await send('/api/react', { q: 'Größe of the boats? 🛶', token })
  const form = new FormData()
  form.append('file', new Blob(['some text']), 'notes.txt')
  await send('/api/knowledge-bases/none/documents', form)
}

/** Records a page with Playwright, in front of a fake. */
async function recordPage(name: string, content?: 'attach' | 'embed') {
  const target = await listen(mountInProcess({ scenarios, fixture: demo }).fake)
  onTestFinished(target.close)
  const browser = await openBrowser()
  onTestFinished(browser.close)
  const recordHar = { path: at(name), ...(content !== undefined && { content }) }
  const context = await browser.newContext({ recordHar })
  const page = await context.newPage()
  await page.goto(`${target.url}/api/version`)
  await page.evaluate(visit)
  await context.close()
  return { file: at(name), target }
}

/** Runs `conform --traffic` and `replay` on a recording. */
async function useRecording(file: string, url: string) {
  let stdout = ''
  const io = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: () => true },
  }
  await conform(['--traffic', file, '--json'], io)
  const report = JSON.parse(stdout) as TrafficReport
  stdout = ''
  const login = ['--email', 'demo@example.com', '--password', 'demo-password']
  await replay([file, '--to', url, '--writes', '--json', ...login], io)
  return { report, replayed: JSON.parse(stdout) as { sent: number; sameShape: number } }
}

describe.skipIf(foundBrowser === undefined)('a recording of Playwright', () => {
  it('a zip file of Playwright is checked and replayed with the bodies that it contains', async () => {
    const { file, target } = await recordPage('session.zip')
    const calls = (await read(file)).filter(({ request }) => request.method === 'POST')
    const [login, turn, upload] = calls
    expect(JSON.parse(String(login?.request.content))).toMatchObject({ email: 'demo@example.com' })
    expect(login?.content).toContain('access_token')
    expect(turn?.request.content).toContain('Größe of the boats? 🛶')
    expect(turn?.content).toMatch(/event: done\n/)
    expect(upload?.request.content).toBe('missing')
    const { report, replayed } = await useRecording(file, target.url)
    expect([report.exchanges, report.judged]).toEqual([5, 4])
    expect(report.reached['events.done-counts-tokens']).toBe(1)
    expect(replayed).toMatchObject({ sent: 4, sameShape: 100 })
  })

  it('a HAR file of Playwright is read together with the body files in its folder', async () => {
    const { file } = await recordPage('beside/session.har', 'attach')
    expect((await readdir(at('beside'))).length).toBeGreaterThan(3)
    const turn = (await read(file)).find(({ request }) => request.url.pathname === '/api/react')
    expect(turn?.content).toMatch(/event: done\n/)
    await mkdir(at('alone'))
    await cp(file, at('alone/session.har'))
    const alone = (await read(at('alone/session.har'))).map(({ content }) => content)
    expect(alone).toEqual(alone.map(() => undefined))
  })
})

describe('the file of a recording', () => {
  it('a recording that its proxy has not finished is refused with the name of its part file', async () => {
    const progress = { show() {}, write() {}, end() {} }
    const first = (file: string) => readRecording(file, progress).next()
    await write('running.har.part', '')
    await expect(first(at('running.har'))).rejects.toThrow('stop the proxy, or pass')
    await expect(first(at('nowhere.har'))).rejects.toThrow("nowhere.har can't be read (ENOENT).")
  })

  it('a packed recording is recognised by its content, not by its name', async () => {
    const text = harText([harEntry({ content: { text: '[1]' } })])
    expect(await bodyOf(await write('a.har', gzipSync(text)))).toBe('[1]')
    expect(await bodyOf(await write('b.har', await zipOf({ 'har.har': text })))).toBe('[1]')
  })

  it('the part file of a recording is read up to its last complete line', async () => {
    const line = `${JSON.stringify(harEntry({ content: { text: '[2]' } }))}\n`
    const part = await write('a.har.part', line + line + line.slice(0, 40))
    expect((await read(part)).map(({ content }) => content)).toEqual(['[2]', '[2]'])
    await expect(read(await write('b.har.part', ''))).rejects.toThrow('no entries')
  })

  it('an attached body that is not text stays bytes', async () => {
    const har = harText([harEntry({ content: { mimeType: 'image/png', _file: 'a.png' } })])
    await write('a.png', Uint8Array.of(137, 80, 0, 255))
    expect(await bodyOf(await write('image.har', har))).toEqual(Uint8Array.of(137, 80, 0, 255))
  })

  it('a recording cannot load files outside its folder', async () => {
    await write('secret.json', '"secret"')
    const outside = 'Entry 0: The body file ../secret.json is outside the folder of the recording:'
    await expect(read(await write('in/a.har', attached('../secret.json')))).rejects.toThrow(outside)
    const absolute = await write('in/b.har', attached(at('secret.json')))
    await expect(read(absolute)).rejects.toThrow('is outside the folder of the recording')
    await symlink(at('secret.json'), at('in/link.json'))
    const linked = await write('in/c.har', attached('link.json'))
    await expect(read(linked)).rejects.toThrow('is outside the folder of the recording')
    const zip = await write('in/d.zip', await zipOf({ 'har.har': attached('../secret.json') }))
    expect(await bodyOf(zip)).toBeUndefined()
    expect(existsSync(at('secret.json'))).toBe(true)
  })

  it.each([
    ['a zip file without a recording', { 'a.txt': 'x' }, 'no file that ends in .har'],
    ['a zip file with two recordings', { 'a.har': '{}', 'b.har': '{}' }, 'several files that end'],
  ])('%s is refused as a recording', async (_, files, says) => {
    await expect(read(await write('x.zip', await zipOf(files)))).rejects.toThrow(says)
  })

  it('a zip file that is truncated, has a wrong checksum or is no zip file at all is refused', async () => {
    const zip = await zipOf({ 'har.har': harText([harEntry({})]) })
    const says = "HarError: This zip file can't be unpacked: "
    const refusal = (bytes: Uint8Array) =>
      write('x.zip', bytes)
        .then(read)
        .then(String, (error: Error) => String(error))
    expect(await refusal(zip.slice(0, -40))).toContain(says)
    expect(await refusal(Buffer.from('PK\u0003\u0004 nothing'))).toContain(says)
    const flipped = zip.map((byte, index) => (index === 120 ? byte ^ 255 : byte))
    expect(await refusal(flipped)).toContain(says)
    const unsigned = Buffer.from(zip)
    unsigned.writeUInt32LE(0, unsigned.indexOf('PK\u0001\u0002') + 16)
    expect(await refusal(unsigned)).toContain(says)
  })

  it('a file that unpacks to more bytes than allowed is refused before it is completely in memory', async () => {
    const text = harText([harEntry({ content: { text: 'a'.repeat(3_000_000) } })])
    const says = 'This file has more than 1000000 bytes when unpacked, the maximum.'
    for (const bytes of [gzipSync(text), await zipOf({ 'har.har': text })])
      await expect(read(await write('bomb.har', bytes), 64e6, 1e6)).rejects.toThrow(says)
    const body = 'b'.repeat(3_000_000)
    const zip = await zipOf({ 'har.har': attached('b.json'), 'b.json': body })
    expect(zip.length).toBeLessThan(10_000)
    await expect(read(await write('bomb.zip', zip), 1e6)).rejects.toThrow(
      'Entry 0: The body file b.json is larger than the maximum of 1000000 bytes.',
    )
    await write('b.json', body)
    await expect(read(await write('bomb.har', attached('b.json')), 1e6)).rejects.toThrow(
      'The body file b.json is larger than the maximum of 1000000 bytes.',
    )
    expect(await readFile(at('b.json'), 'utf8')).toBe(body)
  })
})
