import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { toReleasedPage, installPages, packageSpec } from '../../tools/build/install-lines.ts'
import { packedPackage } from '../support/installed-package.ts'
import { isProving } from '../support/proving.ts'
import { startRegistry } from '../support/local-registry.ts'

const run = promisify(execFile)

/** The lines that install the package; docs/install.md explains them. */
const packing = '(cd ../understudy && npm ci && npm run pack)'
const installing = `npm install --save-dev ${packageSpec}`
const starts = packageSpec === 'agent-understudy' ? [installing] : [packing, installing]
// docs/commands.md is a reference of the commands, and no reader starts with it.
const pages = installPages().filter((page) => page !== 'docs/commands.md')
const read = (page: string) => readFileSync(page, 'utf8')

/** The place of the first text that matches; the end of the page without one. */
const placeOf = (text: string, pattern: RegExp) => pattern.exec(text)?.index ?? text.length

it('every docs page that uses the package first shows or links how to install it', () => {
  const early = pages.filter((page) => {
    const text = read(page)
    const use = placeOf(text, /npx agent-understudy|^```[^`]*agent-understudy/m)
    const lines = placeOf(text, /^```sh\n\(cd \.\.\/understudy/m)
    const link = placeOf(text, /\]\([\w./]*install\.md\)/)
    return Math.min(lines, link) > use
  })
  expect(early).toEqual([])
})

it('every docs page installs the package by the name in the build configuration', () => {
  const wrong = pages.flatMap((page) =>
    [...read(page).matchAll(/npm (?:install|i|add)\b[^`\n]*? ([\w./-]*agent-understudy[\w.-]*)/g)]
      .map(([, spec]) => spec)
      .filter((spec) => spec !== packageSpec && spec !== 'vendor/agent-understudy.tgz')
      .map((spec) => `${page}: ${spec}`),
  )
  expect(wrong).toEqual([])
})

it('after the first release, no docs page mentions an archive of the package', () => {
  const later = pages.map((page) => [page, toReleasedPage(read(page))] as const)
  expect(later.filter(([, text]) => /\.tgz|run pack/.test(text)).map(([page]) => page)).toEqual([])
  const installed = later.filter(([, text]) => /npm install .*agent-understudy/.test(text))
  expect(installed.length).toBeGreaterThan(5)
})

it.each(['README.md', 'docs/install.md', ...globSync('docs/start/*.md')])(
  '%s begins with the commands that install the package',
  (page) => {
    const [first = ''] = /^```sh\n[^`]*agent-understudy[^`]*^```$/m.exec(read(page)) ?? []
    const lines = first.split('\n').slice(1)
    expect(lines.slice(0, starts.length).map((line) => line.split('   ')[0])).toEqual(starts)
  },
)

it.runIf(isProving)(
  'the documented command that installs the package works in an empty folder, without a warning',
  async () => {
    const root = await mkdtemp(join(tmpdir(), 'install-'))
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    const { version } = JSON.parse(read('package.json')) as { readonly version: string }
    const archive = join(root, 'understudy/agent-understudy.tgz')
    const project = join(root, 'my-app')
    await mkdir(join(root, 'understudy'))
    await mkdir(project)
    await writeFile(archive, await packedPackage())
    const registry = await startRegistry()
    const theirs = /^(npm_|VITEST|NODE_ENV)/
    const env = {
      ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !theirs.test(name))),
      npm_config_registry: registry.url,
      npm_config_cache: join(root, 'cache'),
      npm_config_userconfig: join(root, 'npmrc'),
      npm_config_update_notifier: 'false',
      npm_config_audit: 'false',
    }
    const { stdout, stderr } = await run('bash', ['-c', installing], { cwd: project, env })
    expect(stderr).toBe('')
    expect(stdout).toContain('added 4 packages')
    const manifest = JSON.parse(await readFile(join(project, 'package.json'), 'utf8')) as object
    expect(manifest).toEqual({
      devDependencies: { 'agent-understudy': 'file:../understudy/agent-understudy.tgz' },
    })
    expect(registry.downloaded.toSorted()).toEqual(['eventsource-parser', 'undici', 'zod'])
    const shown = await run('npx', ['--no-install', 'agent-understudy', '--version'], {
      cwd: project,
      env,
    })
    expect(shown.stdout).toBe(`${version}\n`)
  },
  60_000,
)
