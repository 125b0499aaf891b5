import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { UsageError } from '../../cli/command-line.ts'
import { writeConsole } from '../../cli/console.ts'
import type { SiteData } from '../../cli/console/site-data.ts'
import { emptyFolder } from '../support/stored-fake.ts'

async function run(...argv: readonly string[]) {
  let text = ''
  const output = { write: (more: string) => void (text += more) }
  const io = { stdout: output, stderr: output, stopped: Promise.resolve() }
  return { exit: await writeConsole(argv, io), text }
}

const dataOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'site.json'), 'utf8')) as SiteData

it('`console` writes a static site, and replaces an earlier site together with its data', async () => {
  const folder = join(emptyFolder(), 'a', 'site')
  const { exit, text } = await run('--out', folder, '--fixture', 'empty')
  expect([exit, text]).toEqual([0, expect.stringContaining(folder)])
  const stale = join(folder, 'lib', 'of-an-older-release.js')
  writeFileSync(stale, '')
  const profile = ['--profile', 'deployed-0.8']
  expect(await run('--out', folder, ...profile, '--quiet')).toEqual({ exit: 0, text: '' })
  expect(existsSync(stale)).toBe(false)
  const { fixture, profile: played, scenarios } = dataOf(folder)
  expect([played.name, scenarios.length > 10]).toEqual(['deployed-0.8', true])
  expect(fixture.conversations.length).toBeGreaterThan(0)
})

it('`console` writes only relative addresses, and the content security policy allows only scripts of the site', async () => {
  const folder = join(emptyFolder(), 'site')
  await run('--out', folder)
  const page = readFileSync(join(folder, 'index.html'), 'utf8')
  const addresses = Array.from(page.matchAll(/(?:src|href)="([^"]+)"/g), ([, address]) => address)
  expect(addresses.length).toBeGreaterThan(2)
  expect(addresses.filter((address) => !address?.startsWith('./'))).toEqual([])
  expect(page).toContain(`script-src 'self'`)
})

it('`console` refuses a folder with files that it did not write', async () => {
  const folder = emptyFolder()
  writeFileSync(join(folder, 'thesis.md'), 'years of work')
  await expect(run('--out', folder)).rejects.toThrow(
    new UsageError(
      `--out ${folder} has files that \`console\` did not write: name a new folder, or an empty one.`,
    ),
  )
  const file = join(folder, 'thesis.md')
  await expect(run('--out', file)).rejects.toThrow(
    new UsageError(`--out ${file} can't be read (ENOTDIR). Name a folder.`),
  )
})
