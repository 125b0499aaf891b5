import { escapeJson, quoteForShell } from '../../contract/escape.ts'
import type { Snapshot } from '../../contract/snapshot.ts'

/**
 * The world of a failed test with its journal, as the text of a file that `serve --snapshot` opens. Its
 * clock stands still, so that what runs is seen where the test left it.
 */
export const failedWorldText = (snapshot: Snapshot): string =>
  escapeJson(JSON.stringify({ ...snapshot, time: { ...snapshot.time, frozen: true } }))

/** The line that tells how to see the world in this file. */
export function howToOpen(path: string): string {
  const shown = /^[\w./\\:-]+$/.test(path) ? path : quoteForShell(path)
  return `To see it in the console: npx agent-understudy serve --snapshot ${shown}`
}

/** Writes the world of a failed test below `node_modules/.cache`. Returns the path, in Node alone. */
export function writeFailedWorld(snapshot: Snapshot, test: string): string | undefined {
  // A page imports this module, too.
  const files = globalThis.process?.getBuiltinModule?.('node:fs')
  if (files === undefined) return undefined
  const folder = 'node_modules/.cache/agent-understudy/failed'
  const path = `${folder}/${test.replaceAll(/[^\w.-]+/g, '-').slice(-100)}.world.json`
  files.mkdirSync(folder, { recursive: true })
  files.writeFileSync(path, failedWorldText(snapshot))
  return path
}
