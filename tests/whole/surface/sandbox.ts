import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const program = resolve('dist/cli/understudy.js')

/** The output of a command, with its exit code and the files that it created or changed. */
export type Outcome = {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  readonly files: ReadonlyMap<string, string>
}

export type Running = {
  /** The standard output so far, available after its first line or at the end. */
  readonly ready: Promise<string>
  readonly ended: Promise<Outcome>
  /** Ends the command like Ctrl-C. */
  stop(): Promise<Outcome>
}

/** A temporary folder in which the built commands run as on a machine without any settings. */
export function openSandbox() {
  const root = mkdtempSync(join(tmpdir(), 'surface-'))
  const [folder, home] = [join(root, 'work'), join(root, 'home')]
  for (const path of [folder, home]) mkdirSync(path)
  symlinkSync(resolve('node_modules'), join(root, 'node_modules'))
  // A separate project, so that a project in parent folders has no effect.
  writeFileSync(join(folder, 'package.json'), '{}')
  // Node stores compiled code there, which halves the time of a command.
  const temporary = resolve('node_modules/.cache/surface/tmp')
  mkdirSync(temporary, { recursive: true })
  const { PATH } = process.env
  const env = { PATH, HOME: home, TMPDIR: temporary, TZ: 'UTC', NO_COLOR: '1' }
  const running = new Set<Running>()

  function start(words: readonly string[]): Running {
    const before = filesIn(folder)
    const child = spawn(process.execPath, [program, ...words], { cwd: folder, env })
    child.stdin.end()
    const ready = Promise.withResolvers<string>()
    let [stdout, stderr] = ['', '']
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      if (stdout.includes('\n')) ready.resolve(stdout)
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    const ended = once(child, 'close').then(([code]) => {
      running.delete(command)
      ready.resolve(stdout)
      const files = [...filesIn(folder)].filter(([name, text]) => before.get(name) !== text)
      return { code: code as number | null, stdout, stderr, files: new Map(files) }
    })
    const command: Running = {
      ready: ready.promise,
      ended,
      stop() {
        child.kill('SIGINT')
        return ended
      },
    }
    running.add(command)
    return command
  }

  return {
    folder,
    start,
    run: (...words: readonly string[]) => start(words).ended,
    async close(): Promise<void> {
      await Promise.all([...running].map((one) => one.stop()))
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** The texts of all files, without caches of commands and without MSW. */
function filesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return new Map(
    names
      .filter((name) => !name.startsWith('.understudy') && !name.includes('mockServiceWorker'))
      .filter((name) => statSync(join(folder, name)).isFile())
      .toSorted()
      .map((name) => [name, readFileSync(join(folder, name), 'utf8')]),
  )
}

/** Patterns for text that differs from run to run. Their order matters. */
const masks: readonly (readonly [RegExp, string])[] = [
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<token>'],
  [/\b(svc|abc)_[\w-]{20,}/g, '<key>'],
  [/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, '<uuid>'],
  // The tag of a run, and pseudonyms of the proxy.
  [/[\da-f]{8}(?=-\d+\b)|(?<=\b(user|client)-)[\da-f]{8,12}\b/g, '<tag>'],
  [/(?<=\\"password\\":\\")[^\\]+/g, '<password>'],
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?( UTC)?/g, '<time>'],
  [/\b20\d\d-\d\d-\d\d\b/g, '<date>'],
  [/\b[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT/g, '<time>'],
  [/127\.0\.0\.1(:|%3A|-)\d{2,5}/g, '<host>'],
  // Progress lines of slow commands.
  [/^.* \(\d+ s\)\n/gm, ''],
  [/\b\d+(\.\d+)? ?(ms|s)\b/g, '<n> $2'],
  // JSON stays JSON.
  [/("(?:\w*_)?(?:\w*Ms|ms|seconds|t|time|wait|receive|port|pid)": ?)[\d.]+/g, '$10'],
  [/\btime="[\d.]+"/g, 'time="<n>"'],
  [/(?<=^understudy_(?:memory|lateness)_\S+ )\d.*$/gm, '<n>'],
  [/(id="timing"[^]*?<tbody>)[^]*?(?=<\/tbody>)/g, '$1<the slowest operations>'],
]

/** Replaces text that differs between runs, machines and releases. */
export function masked(text: string, folder: string): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly version: string
  }
  const plain = text
    .replaceAll(folder, '<folder>')
    .replaceAll(resolve('.'), '<root>')
    .replaceAll(
      new RegExp(`(?<![\\d.])${version.replaceAll('.', '\\.')}(?![\\d.])`, 'g'),
      '<version>',
    )
  return masks.reduce((left, [pattern, name]) => left.replaceAll(pattern, name), plain)
}
