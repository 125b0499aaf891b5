import { escapeJson, quoteForShell } from '../../contract/escape.ts'
import type { Snapshot } from '../../contract/snapshot.ts'

/**
 * The world of a failed test with its journal, as the text of a file that `serve --snapshot` opens.
 * Its clock is frozen, so that running turns stay where the test left them.
 */
export const failedWorldText = (snapshot: Snapshot): string =>
  escapeJson(JSON.stringify({ ...snapshot, time: { ...snapshot.time, frozen: true } }))

/** The line that explains how to open the world in this file. */
export function howToOpen(path: string): string {
  const shown = /^[\w./\\:-]+$/.test(path) ? path : quoteForShell(path)
  return `To see it in the console: npx agent-understudy serve --snapshot ${shown}`
}

/** The maximum number of files of failed tests that are kept. */
const maxFailedWorlds = 50

/**
 * Writes the world of a failed test below `node_modules/.cache`, and removes the oldest files above
 * the maximum. Returns the path; `undefined` outside of Node.
 */
export function writeFailedWorld(
  snapshot: Snapshot,
  test: string,
  folder = 'node_modules/.cache/agent-understudy/failed',
): string | undefined {
  // `undefined` in a browser, where pages import this module, too.
  const files = globalThis.process?.getBuiltinModule?.('node:fs')
  if (files === undefined) return undefined
  const path = `${folder}/${test.replaceAll(/[^\w.-]+/g, '-').slice(-100)}.world.json`
  files.mkdirSync(folder, { recursive: true })
  files.writeFileSync(path, failedWorldText(snapshot))
  const written = files
    .readdirSync(folder)
    .filter((name) => name.endsWith('.world.json'))
    .flatMap((name) => {
      // Another process may have removed the file.
      const about = files.statSync(`${folder}/${name}`, { throwIfNoEntry: false })
      return about === undefined ? [] : [{ name, at: about.mtimeMs }]
    })
    .toSorted((one, other) => other.at - one.at)
  for (const { name } of written.slice(maxFailedWorlds))
    files.rmSync(`${folder}/${name}`, { force: true })
  return path
}
