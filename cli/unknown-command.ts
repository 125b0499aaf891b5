import { nearest } from '../contract/nearest.ts'
import { UsageError } from './usage.ts'

/** Says that there is no such command, and which one may be meant. */
export function unknownCommand(name: string, commands: readonly string[]): UsageError {
  const guess = nearest(name, commands)
  const hint = guess === undefined ? `There are: ${commands.join(', ')}` : `Did you mean ${guess}?`
  return new UsageError(`There is no command \`${name}\`. ${hint}`)
}
