import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { harEntry, harText } from '../support/record-har.ts'
import { upstreamOf } from '../support/raw-upstream.ts'
import { temporaryFolder } from '../support/start-serve.ts'

const { folder } = temporaryFolder()

function run(...flags: readonly string[]) {
  const child = spawn(process.execPath, [resolve('dist/cli/understudy.js'), ...flags], {
    cwd: folder.path,
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

/** Reads the standard output of a process until it matches a pattern. */
async function outputWith({ stdout }: ChildProcess, pattern: RegExp): Promise<string> {
  let text = ''
  while (!pattern.test(text)) {
    const [chunk] = (await once(stdout!, 'data')) as [Buffer]
    text += chunk.toString()
  }
  return text
}

it.each(['SIGINT', 'SIGTERM'] as const)(
  'a command that has nothing to finish ends at the first %s',
  async (signal) => {
    const child = run('init', 'demo', 'my-demo')
    await outputWith(child, /company/)
    const end = once(child, 'exit')
    child.kill(signal)
    expect(await end).toEqual([null, signal])
  },
)

it.each(['stdout', 'stderr'] as const)(
  'a proxy whose %s is closed by its reader loses no recorded exchange',
  async (name) => {
    const { url: to } = await upstreamOf((_, outgoing) => outgoing.end('{}'))
    const har = join(folder.path, `${name}.har`)
    const child = run('proxy', '--to', to, '--port', '0', '--json', '--verbose', '--record', har)
    const { url } = JSON.parse(await outputWith(child, /\n/)) as { readonly url: string }
    const end = once(child, 'exit')
    child[name].destroy()
    for (let call = 0; call < 3; call += 1) expect((await fetch(`${url}/api/me`)).status).toBe(200)
    child.kill('SIGTERM')
    expect(await end).toEqual([0, null])
    const recording = JSON.parse(await readFile(har, 'utf8')) as { log: { entries: unknown[] } }
    expect(recording.log.entries).toHaveLength(3)
  },
)

it('a proxy whose terminal closes finishes its recording', async () => {
  const { url: to } = await upstreamOf((_, outgoing) => outgoing.end('{}'))
  const har = join(folder.path, 'terminal.har')
  const child = run('proxy', '--to', to, '--port', '0', '--json', '--record', har)
  const { url } = JSON.parse(await outputWith(child, /\n/)) as { readonly url: string }
  expect((await fetch(`${url}/api/me`)).status).toBe(200)
  const end = once(child, 'exit')
  child.kill('SIGHUP')
  expect(await end).toEqual([0, null])
  const recording = JSON.parse(await readFile(har, 'utf8')) as { log: { entries: unknown[] } }
  expect(recording.log.entries).toHaveLength(1)
})

it('a proxy ends if nobody reads its output', async () => {
  const { url: to } = await upstreamOf((_, outgoing) => outgoing.end('{}'))
  const child = run('proxy', '--to', to, '--port', '0')
  child.stdout.destroy()
  expect(await once(child, 'exit')).toEqual([0, null])
})

it.each([
  ['conform', '--traffic', 'session.har', '--report', 'conform.json'],
  ['replay', 'session.har', '--min-shape', '100', '--report', 'replay.json', '--to'],
])(
  '%s ends with its own exit code and writes its report if the reader of its output leaves',
  async (...argv) => {
    const { url: to } = await upstreamOf((_, outgoing) => outgoing.end('[]'))
    await writeFile(join(folder.path, 'session.har'), harText([harEntry({})]))
    const child = run(...argv, ...(argv.at(-1) === '--to' ? [to] : []))
    child.stdout.destroy()
    expect(await once(child, 'exit')).toEqual([1, null])
    expect(await readFile(join(folder.path, `${argv[0]}.json`), 'utf8')).toMatch(/^\{/)
  },
)
