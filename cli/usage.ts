import { parseArgs, type ParseArgsConfig } from 'node:util'
import { nearest } from '../contract/nearest.ts'

/** Something that the user gave and we can't use: one sentence, exit code 3. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The exit code of wrong usage. */
export const usageExit = 3

type Flags = NonNullable<ParseArgsConfig['options']>

/** Reads flags; throws `UsageError` for one that is unknown, lacks its value, or stands alone. */
export function readFlags<const Options extends Flags>(argv: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...argv], options, strict: true, allowPositionals: false }).values
  } catch (error) {
    throw new UsageError(explain(error, Object.keys(options)))
  }
}

function explain(error: unknown, flags: readonly string[]): string {
  const message = error instanceof Error ? error.message : String(error)
  const [, flag] = /Unknown option '(-[^']*)'/.exec(message) ?? []
  if (flag === undefined) return `${message.split('. ')[0]}.`
  const known = flags.map((name) => `--${name}`)
  const guess = nearest(flag, known)
  const hint = guess === undefined ? `Known: ${known.join(', ')}` : `Did you mean ${guess}?`
  return `Unknown flag ${flag}. ${hint}`
}

/** A whole number from a flag, within bounds; throws `UsageError`. */
export function wholeNumber(flag: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (text.trim() !== '' && Number.isInteger(value) && value >= least && value <= most) return value
  throw new UsageError(`--${flag} takes a whole number from ${least} to ${most}, not \`${text}\`.`)
}
