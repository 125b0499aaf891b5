import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../node_modules/.cache/headless-shell')

/**
 * The path of the headless shell that `npm ci` installs compressed; undefined if it installs none.
 * Its package unpacks into the temporary folder of the machine, readable for one user only, and a
 * run that is stopped leaves half a file there. So it is unpacked below the project, and the folder
 * gets its name when it is complete.
 */
export async function unpackedBrowser(): Promise<string | undefined> {
  if (!existsSync(folder)) await unpack().catch(() => undefined)
  const shell = join(folder, 'chromium')
  return existsSync(shell) ? shell : undefined
}

async function unpack() {
  const name = '@sparticuz/chromium'
  type Packaged = { readonly default: { executablePath(): Promise<string> } }
  const { default: browser } = (await import(name)) as Packaged
  await mkdir(join(folder, '..'), { recursive: true })
  const part = await mkdtemp(`${folder}-`)
  const before = process.env['TMPDIR']
  process.env['TMPDIR'] = part
  try {
    await browser.executablePath()
    // Another process may have unpacked it first.
    await rename(part, folder)
  } finally {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    await rm(part, { recursive: true, force: true })
  }
}

/** Runs once before all tests, so that parallel test processes do not all unpack the browser. */
export async function setup(): Promise<void> {
  await unpackedBrowser()
}
