import { spawnSync } from 'node:child_process'

/**
 * Installs a package of Debian, in continuous integration and as root. Returns whether it did;
 * elsewhere nothing is installed.
 */
export function debianPackage(name: string): boolean {
  if (process.env['CI'] === undefined || process.getuid?.() !== 0) return false
  const options = { timeout: 240_000, stdio: 'ignore' } as const
  if (spawnSync('apt-get', ['update'], options).status !== 0) return false
  const install = ['install', '-y', '--no-install-recommends', name]
  return spawnSync('apt-get', install, options).status === 0
}
