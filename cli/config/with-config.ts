import { findConfig } from '../../contract/authoring/config/find-config.ts'
import { isHelp } from '../command-line.ts'
import type { Command } from '../define-command.ts'
import type { Surroundings } from './add-settings.ts'

/**
 * Adds the settings of the config file to the words of a command, as flags, and removes `--config`,
 * `--no-config` and `--target`. Flags of the user win. Changes nothing for a command that reads the
 * config file itself. Throws `UsageError` with the place of a problem in the file.
 */
export async function withConfig(
  words: readonly string[],
  load: () => Promise<Pick<Command, 'grammar'>>,
  { cwd, variables }: Surroundings = { cwd: process.cwd(), variables: process.env },
): Promise<readonly string[]> {
  const end = words.indexOf('--')
  const ownWords = end === -1 ? words : words.slice(0, end)
  if (ownWords.some(isHelp)) return words
  const namesConfig = ownWords.some((word) => /^--(?:config|no-config|target)(?:=|$)/.test(word))
  const files = findConfig(cwd, variables)
  // Most projects have no config file. Without one, the code that reads it is not loaded.
  if (!namesConfig && files.length === 0) return words
  const { grammar } = await load()
  if (grammar.readsConfigItself) return words
  const { addSettings } = await import('./add-settings.ts')
  const configuredWords = await addSettings(ownWords, grammar, files, { cwd, variables })
  return [...configuredWords, ...words.slice(ownWords.length)]
}
