import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../peers/', import.meta.url))

/** A file of one of the packages in bench/peers. */
export const peerFile = (path: string): string => `${folder}node_modules/${path}`

/** Installs what Understudy is measured beside, unless it stands there already. */
export function installPeers(): void {
  if (existsSync(`${folder}node_modules/.package-lock.json`)) return
  console.log('Installing the peers into bench/peers (once) …')
  // Their scripts fetch what is not needed, and would run unasked.
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', flags, { cwd: folder, stdio: 'inherit' })
}

/** Whether a Java is there to run those that need one. */
export function hasJava(): boolean {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
