import { escapeLine, escapeStack } from '../contract/escape.ts'
import type { CrashContext } from './fake-options.ts'

/** Writes a crash to the console. Only its first line begins at the margin. */
export function logCrash(error: unknown, { world, call }: CrashContext): void {
  const what = call === undefined ? 'A stream' : `${call.method} ${call.path}`
  // oxlint-disable-next-line no-console
  console.error(`${escapeLine(`${what} crashed in the world ${world}`)}: ${escapeStack(error)}`)
}
