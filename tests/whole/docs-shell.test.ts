import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { samplesOf } from '../support/docs-samples.ts'
import { type Ready, start } from '../support/start-serve.ts'
import { drawn, isProving } from '../support/proving.ts'

/** Samples that are not run, each by a part of its text, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'installs the repository; each continuous build runs it',
  'npm install': 'needs a clone beside it; tests/entries/docs-install.test.ts runs the line',
  'agent-understudy tolerance':
    'runs the tests of an app; tests/testing/tolerance/cli.test.ts runs the same',
  'agent-understudy completion':
    'writes to the start file of a shell; tests/cli/completion.test.ts runs the scripts',
  'cp node_modules':
    'needs the package there; tests/entries/other-languages.test.ts copies the same files',
  'docker build': 'needs Docker',
  'docker compose': 'needs Docker; tests/mocks/adapters/deploy.test.ts checks the file',
  'haproxy -f': 'starts servers that stay; tests/mocks/adapters/replicas.test.ts runs the same',
  'worlds hold': 'needs three replicas; tests/mocks/adapters/replicas.test.ts runs the same',
  '.workers.dev': 'needs a deployed Worker; tests/mocks/adapters/workers.test.ts makes these calls',
  'confirmations/ID/respond': 'ID stands for the id that the reader has received',
  '--host 0.0.0.0': 'opens a server to other machines',
  'serve --model':
    'calls the server of a model; tests/cli/serve-model.test.ts runs the same with a stub',
  '$ npx': 'shows an output; tests/whole/docs-scripts.test.ts compares it',
}
const reasonOf = (code: string) => Object.keys(exceptions).find((part) => code.includes(part))

/** Requests that are refused on purpose. */
const refused = new Set([
  'docs/tour.md 401 /api/agents',
  'docs/control-api.md 401 /api/agents',
  // No turn is running when the samples are run.
  'docs/control-api.md 404 /__control/director/turns/id-of-a-running-turn',
  // The first request of the samples does not begin a turn.
  'docs/control-api.md 404 /__control/journal/1/frames',
])

/** Running the suite takes seconds, so only `npm run prove` does. */
const isSlow = (code: string) => code.includes('npm run conform') && !isProving

const all = samplesOf('sh')
/** tests/conformance/docs.test.ts runs the samples of these pages, against a server of its own. */
const ofSuite = new Set(
  ['conformance', 'conformance-reference', 'calibrate'].map((name) => `docs/${name}.md`),
)
const runnable = all.filter(
  ({ code, page }) => reasonOf(code) === undefined && !isSlow(code) && !ofSuite.has(page),
)

/** Runs the commands of the pages with the built package; logs each exit code and each status. */
const shims = `
understudy() {
  case "$1 $2" in
    # The reader accepts each proposed answer.
    'init demo') yes '' 2> /dev/null | "$NODE" "$CLI" "$@" ;;
    'serve --exec') "$NODE" "$CLI" "$@" --port 0 --quiet ;;
    serve*) served "$@" ;;
    # Pauses and progress are left out, and the fake responds at once.
    *play) "$NODE" "$CLI" "$@" --speed max ;;
    conform*) "$NODE" "$CLI" "$@" --grace 50 --quiet ;;
    *) "$NODE" "$CLI" "$@" ;;
  esac
  echo "exit $? $*" >> "$LOG"
}
served() {
  exec 3< <(exec "$NODE" "$CLI" "$@" --port 0 --json)
  local pid=$! line
  read -r -u 3 line
  local code=$?
  kill "$pid"
  exec 3<&-
  return $code
}
npx() { shift; understudy "$@"; }
npm() {
  [ "$1" = start ] && set -- run serve "\${@:2}"
  shift
  while [[ "$1" = -* ]]; do shift; done
  local name=$1
  shift
  [ "$1" = -- ] && shift
  [ "$name" = understudy ] || set -- "$name" "$@"
  understudy "$@"
}
curl() { command curl -w '%{stderr}status %{http_code} %{url_effective}\\n' "$@" 2>> "$LOG"; }
`

const urlOf = ({ output }: { readonly output: string }) => (JSON.parse(output) as Ready).url

describe('the shell samples of the documentation', () => {
  let folder = ''
  let server: Awaited<ReturnType<typeof start>>
  let demo: Awaited<ReturnType<typeof start>>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docs-'))
    server = await start('--json', '--speed', 'max')
    demo = await start('--json', '--demo')
  })
  afterAll(async () => {
    await server.stop()
    await demo.stop()
    await rm(folder, { recursive: true })
  })

  it('every shell sample that is listed as an exception exists', () => {
    const parts = Object.keys(exceptions)
    expect(parts.filter((part) => !all.some(({ code }) => code.includes(part)))).toEqual([])
  })

  /** A folder with the files of a page; its scripts are in `my-scripts`. */
  async function folderFor(page: string): Promise<string> {
    const own = await mkdtemp(join(folder, 'page-'))
    await mkdir(join(own, 'my-scripts'))
    // Stands in for the tests of a user.
    const scripts = { test: 'curl -sf $UNDERSTUDY_URL/api/version' }
    await writeFile(join(own, 'package.json'), JSON.stringify({ scripts }))
    const files = samplesOf('yaml').filter((sample) => sample.page === page)
    for (const { code } of files) {
      const [, path] = /^# ([\w.-]+\.yaml)$/m.exec(code) ?? []
      const [, script] = /^name: ([\w-]+)$/m.exec(code) ?? []
      const scriptPath = page === 'docs/scripts.md' && `my-scripts/${path ?? `${script}.yaml`}`
      await writeFile(join(own, scriptPath || (path ?? 'data.yaml')), code)
    }
    return own
  }

  const pages = [...new Set(runnable.map(({ page }) => page))]
  it.each(drawn(pages, 3))(
    'the commands of %s run as written',
    { timeout: 60_000 },
    async (page) => {
      const cwd = await folderFor(page)
      const commands = runnable
        .filter((sample) => sample.page === page)
        .map(({ code }) => code)
        .join('\n')
        .replaceAll('http://127.0.0.1:4010', urlOf(server))
        // A user would approve a call within this time. Nobody does here, so the test waits less.
        .replaceAll('--max-time 20', '--max-time 3')
        .replaceAll('https://demo.example.com', urlOf(demo))
      const log = join(folder, `log-${pages.indexOf(page)}`)
      await writeFile(log, '')
      const env = {
        PATH: process.env['PATH'],
        NODE: process.execPath,
        CLI: resolve('dist/cli/understudy.js'),
        LOG: log,
      }
      const bash = ['--noprofile', '--norc', '-c', `${shims}\n${commands}`]
      const { stderr } = await promisify(execFile)('bash', bash, { cwd, env })
      const lines = (await readFile(log, 'utf8')).split('\n')
      const calls = lines.filter((line) => /^(status|exit) /.test(line))
      const wrong = calls
        .map((line) => line.replace(/https?:\/\/[^/]+/, '').replace(/^status /, `${page} `))
        .filter((line) => !/ [23]\d\d /.test(line) && !line.startsWith('exit 0'))
        .filter((line) => !refused.has(line))
      expect(wrong).toEqual([])
      expect(stderr).toBe('')
      expect(calls.length).toBeGreaterThanOrEqual(1)
    },
  )
})
