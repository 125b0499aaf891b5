import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../peers/', import.meta.url))

/** A file of a package in `tools/bench/peers`. */
export const peerFile = (path: string): string => `${folder}node_modules/${path}`

/** Installs the pinned packages of `tools/bench/peers`, unless they are installed. */
export function installPeers(): void {
  if (existsSync(`${folder}node_modules/.package-lock.json`)) return
  console.log('Installing the peers into tools/bench/peers (once) …')
  // Install scripts would download files that the benchmark does not use.
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  execFileSync('npm', flags, { cwd: folder, stdio: 'inherit' })
}

/** Whether the peers that run on Java can take part. */
export function hasJava(): boolean {
  try {
    execFileSync('java', ['-version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
