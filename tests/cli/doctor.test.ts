import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { doctor, type Finding, isInRange, type Machine } from '../../cli/doctor.ts'
import { start, temporaryFolder } from '../support/start-serve.ts'

const { folder } = temporaryFolder()

/** A folder of a project with these files. */
async function project(files: Readonly<Record<string, string>> = {}): Promise<string> {
  const cwd = await mkdtemp(join(folder.path, 'project-'))
  for (const [name, text] of Object.entries({ 'package.json': '{}', ...files })) {
    await mkdir(join(cwd, dirname(name)), { recursive: true })
    await writeFile(join(cwd, name), text)
  }
  return cwd
}

/** The files of an installed package. */
const installed = (name: string, version: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version }),
})

async function run(machine: Partial<Machine>, ...flags: readonly string[]) {
  let stdout = ''
  const output = { write: (text: string) => void (stdout += text) }
  const whole = { cwd: folder.path, variables: {}, nodeVersion: '24.1.0', ...machine }
  const code = await doctor(flags, { stdout: output, stderr: output }, whole)
  return { code, stdout }
}

/** The finding of `doctor` with this name. */
async function found(name: string, machine: Partial<Machine>, ...flags: readonly string[]) {
  const { code, stdout } = await run(machine, '--json', ...flags)
  const { findings } = JSON.parse(stdout) as { readonly findings: readonly Finding[] }
  const finding = findings.find((one) => one.name === name)
  // Only a failure changes the exit code, a warning does not.
  expect(code).toBe(findings.some(({ state }) => state === 'fail') ? 1 : 0)
  return finding
}

describe('doctor', () => {
  it('`doctor` reports no problem in an empty project', async () => {
    const { code, stdout } = await run({ cwd: await project() })
    expect(code).toBe(0)
    expect(stdout).toMatch(/^OK +node +24\.1\.0$/m)
    expect(stdout).toMatch(/^OK +config +no config file, and none is needed$/m)
    expect(stdout).toMatch(/^OK +msw +not installed; only needed for /m)
    expect(stdout).toContain('0 problems')
  })

  it('`doctor` warns about a Node without SQLite, and says that only --data needs SQLite', async () => {
    expect(await found('node', { nodeVersion: '22.12.0' })).toMatchObject({ state: 'warn' })
    expect(await found('node', { nodeVersion: '22.13.0' })).toMatchObject({ state: 'ok' })
    expect(await found('node', { nodeVersion: '23.3.0' })).toMatchObject({ state: 'warn' })
    expect(await found('node', { nodeVersion: '23.4.0' })).toMatchObject({ state: 'ok' })
  })

  it('if the given port is in use, `doctor` reports a failure, and names the process that uses the port', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    const finding = await found(`port ${port}`, {}, '--port', String(port))
    // Only Linux shows which process holds a port.
    const holder = process.platform === 'linux' ? ` by process ${process.pid} (` : ''
    const sentence = expect.stringContaining(`in use${holder}`) as unknown
    expect(finding).toMatchObject({ state: 'fail', found: sentence })
  })

  it('`doctor` recognises an Understudy server on a port', async () => {
    const { output, stop } = await start('--json')
    const { port } = new URL((JSON.parse(output) as { readonly url: string }).url)
    const finding = await found(`port ${port}`, {}, '--port', port)
    await stop()
    expect(finding?.found).toContain('in use by an Understudy server')
    expect(await found(`port ${port}`, {}, '--port', port)).toMatchObject({ state: 'ok' })
  })

  it.each([
    [{}, 'ok', 'no proxy in the environment'],
    [{ http_proxy: 'http://p.test', NO_PROXY: 'localhost, 127.0.0.1' }, 'ok', 'HTTP_PROXY is set'],
    [{ HTTPS_PROXY: 'http://p.test', NO_PROXY: '*' }, 'ok', 'HTTPS_PROXY is set'],
    [{ HTTP_PROXY: 'http://me:secret@p.test', NO_PROXY: 'localhost' }, 'warn', 'lacks 127.0.0.1'],
  ])('`doctor` reports the proxy variables %j as %s', async (variables, state, sentence) => {
    const finding = await found('proxy', { variables })
    expect(finding).toMatchObject({ state, found: expect.stringContaining(sentence) })
    expect(JSON.stringify(finding)).not.toContain('secret')
  })

  it.each([
    ['msw', '2.15.0', 'ok'],
    ['msw', '3.0.5', 'ok'],
    ['msw', '2.3.0', 'fail'],
    ['vitest', '3.1.9', 'fail'],
    ['@playwright/test', '1.65.1', 'ok'],
  ])('`doctor` reports %s %s in a project as %s', async (name, version, state) => {
    const cwd = await project(installed(name, version))
    expect(await found(name, { cwd })).toMatchObject({
      state,
      found: expect.stringContaining(version),
    })
  })

  it('`doctor` warns about a service worker of another MSW version, and names the command that copies it', async () => {
    const worker = "const PACKAGE_VERSION = '2.15.0'\n"
    const files = { ...installed('msw', '3.0.5'), 'public/mockServiceWorker.js': worker }
    expect(await found('msw worker', { cwd: await project(files) })).toEqual({
      name: 'msw worker',
      state: 'warn',
      found: 'public/mockServiceWorker.js is of msw 2.15.0, and msw 3.0.5 is installed',
      fix: 'npx agent-understudy init public',
    })
    const same = { ...files, ...installed('msw', '2.15.0') }
    expect(await found('msw worker', { cwd: await project(same) })).toMatchObject({ state: 'ok' })
    const named = {
      ...installed('msw', '3.0.5'),
      'package.json': '{"msw":{"workerDirectory":"app/files"}}',
      'app/files/mockServiceWorker.js': worker,
    }
    expect(await found('msw worker', { cwd: await project(named) })).toMatchObject({
      fix: 'npx agent-understudy init app/files',
    })
  })

  it('`doctor` reads a package.json with a byte order mark, and reports a package.json that is not JSON', async () => {
    const msw = installed('msw', '3.0.5')
    const marked = await project({ ...msw, 'package.json': '\ufeff{"msw":{}}' })
    expect(await found('msw worker', { cwd: marked })).toMatchObject({ state: 'ok' })
    const broken = await project({ ...msw, 'package.json': '{"msw":' })
    expect(await found('package.json', { cwd: broken })).toMatchObject({
      state: 'fail',
      found: expect.stringContaining(`${join(broken, 'package.json')} can't be read: `),
    })
  })

  it('`doctor` reports a wrong config file as a failure with its position, and an unset variable as a warning', async () => {
    const wrong = await project({ 'understudy.config.yaml': 'prot: 4100\n' })
    expect(await found('config', { cwd: wrong })).toMatchObject({
      state: 'fail',
      found: expect.stringMatching(/^understudy\.config\.yaml:1:1: .*port/),
    })
    const target = 'targets: { a: { url: http://a.test, credentials: { api_key: A_KEY } } }\n'
    const cwd = await project({ 'understudy.config.yaml': target })
    expect(await found('config', { cwd })).toMatchObject({
      state: 'warn',
      found: 'understudy.config.yaml is valid, 1 target; not set: A_KEY',
    })
    const variables = { A_KEY: 'svc_1' }
    expect(await found('config', { cwd, variables })).toMatchObject({ state: 'ok' })
  })

  it('`doctor` requires that the folder for worlds is writable and not in use by another server', async () => {
    const cwd = await project({ 'file/other.txt': '' })
    expect(await found('data', { cwd }, '--data', 'new/worlds')).toMatchObject({
      state: 'ok',
      found: `${join(cwd, 'new/worlds')} can be created`,
    })
    expect(await found('data', { cwd }, '--data', 'package.json/worlds')).toMatchObject({
      state: 'fail',
      found: expect.stringContaining('ENOTDIR'),
    })
    const { stop } = await start('--data', join(cwd, 'worlds'))
    const taken = await found('data', { cwd }, '--data', 'worlds')
    await stop()
    expect(taken).toMatchObject({
      state: 'fail',
      found: expect.stringContaining('stores its worlds'),
    })
    expect(await found('data', { cwd }, '--data', 'worlds')).toMatchObject({ state: 'ok' })
  })

  it('if Playwright has no browser, `doctor` names a browser on the PATH', async () => {
    const cwd = await project({
      ...installed('@playwright/test', '1.65.1'),
      'node_modules/@playwright/test/index.js':
        "exports.chromium = { executablePath: () => '/nowhere/chrome' }",
      'bin/chromium': '',
    })
    await chmod(join(cwd, 'bin/chromium'), 0o755)
    const variables = { PATH: join(cwd, 'bin') }
    expect(await found('browser', { cwd, variables })).toMatchObject({
      state: 'warn',
      found: expect.stringContaining(join(cwd, 'bin/chromium')),
      fix: expect.stringContaining('npx playwright install chromium'),
    })
  })

  it('`doctor` compares installed versions with the ranges of package.json', () => {
    const range = '^2.12.0 || ^3.0.0'
    const inRange = ['2.12.0', '2.20.1', '3.0.0-beta.1', '3.9.9']
    expect(inRange.map((version) => isInRange(version, range))).toEqual([true, true, true, true])
    expect(['2.11.9', '4.0.0'].map((version) => isInRange(version, range))).toEqual([false, false])
    expect(isInRange('10.0.0', '>=3.2.0')).toBe(true)
  })
})
