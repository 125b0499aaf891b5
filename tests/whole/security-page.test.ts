import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { installed } from './bad-input/installed.ts'
import { securityPage } from './bad-input/security-page.ts'
import { packedPackage } from '../support/installed-package.ts'

type Manifest = {
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly allowScripts?: Readonly<Record<string, boolean>>
}

const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
const atInstall = ['preinstall', 'install', 'postinstall']
const mb = 1e6

it('docs/security.md lists every limit, budget and malformed request that the tests check', async () => {
  await expect(securityPage()).toMatchFileSnapshot('../../docs/security.md')
})

describe('the installed package', () => {
  it('the installed package has exactly the dependencies that docs/security.md names, with exact versions', () => {
    const { dependencies = {} } = manifestOf('.')
    expect(Object.keys(dependencies)).toEqual(installed.dependencies)
    for (const version of Object.values(dependencies)) expect(version).toMatch(/^\d+\.\d+\.\d+$/)
  })

  it('the installed package runs no install script, and has no further dependencies', () => {
    const folders = installed.dependencies.map((name) => `node_modules/${name}`)
    for (const folder of ['.', ...folders]) {
      const { scripts = {} } = manifestOf(folder)
      expect(atInstall.filter((name) => name in scripts)).toEqual([])
    }
    for (const folder of folders) expect(manifestOf(folder).dependencies ?? {}).toEqual({})
  })

  it('the installed package bundles only the libraries that docs/security.md names into the page of a server', () => {
    const licences = readFileSync('dist/console/licenses.md', 'utf8')
    const built = [...licences.matchAll(/^## (\S+) - \d/gm)].map(([, name]) => name)
    expect(new Set(built)).toEqual(new Set([...installed.inPage, 'eventsource-parser']))
  })

  it('the installed package contains only the code of the libraries that docs/security.md names', () => {
    const licences = readFileSync('dist/licenses.md', 'utf8')
    const built = [...licences.matchAll(/^## (\S+) - \d/gm)].map(([, name]) => name)
    expect(new Set(built)).toEqual(new Set([...installed.bundled, 'eventsource-parser', 'zod']))
  })

  it('the installed package lets only the packages that docs/security.md names run install scripts in a clone', () => {
    const { allowScripts = {} } = manifestOf('.')
    const allowed = Object.keys(allowScripts).filter((name) => allowScripts[name])
    expect(allowed.toSorted()).toEqual(installed.scriptsOfClone)
  })

  it('the installed package is as small as docs/security.md states', async () => {
    const archive = await packedPackage()
    expect(archive.length).toBeLessThan(installed.packedMb * mb)
    expect(gunzipSync(archive).length).toBeLessThan(installed.unpackedMb * mb)
    const sizes = installed.dependencies.map((name) => sizeOf(`node_modules/${name}`))
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(installed.dependenciesMb * mb)
  })
})

describe('the release workflow', () => {
  const workflows = readdirSync('.github/workflows').map((name) =>
    readFileSync(join('.github/workflows', name), 'utf8'),
  )

  it('the release workflow fails if a dependency, or a library of the page, has a known vulnerability', () => {
    const release = readFileSync('.github/workflows/release.yml', 'utf8')
    expect(release).toMatch(/^ +- run: npm audit --omit=dev$/m)
    expect(release).toMatch(/^ +- run: npm audit --audit-level=high$/m)
  })

  it('the release workflow publishes with provenance and without a stored token', () => {
    const release = readFileSync('.github/workflows/release.yml', 'utf8')
    expect(release).toContain('id-token: write')
    expect(release).toMatch(/npm publish .*--provenance/)
    expect(release).not.toMatch(/secrets\./)
  })

  it('the release workflow pins every action by commit', () => {
    const used = workflows.flatMap((text) => [...text.matchAll(/uses: (\S+)/g)]).map(([, at]) => at)
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((at) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/.test(at ?? ''))).toEqual([])
  })

  it('the release workflow has only read access to the source by default', () => {
    for (const text of workflows) expect(text).toMatch(/^permissions:\n {2}contents: read$/m)
  })
})

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
