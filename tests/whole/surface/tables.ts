import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { CommandTable } from '../../../cli/define-command.ts'
import { commands } from '../../../cli/commands.ts'
import { findCandidates } from '../../../cli/completion.ts'
import { digest, jsonLines } from './readable.ts'
import { openSandbox } from './sandbox.ts'

/** The completion scripts of shells, and the completions for each command and flag. */
export async function completionText(): Promise<string> {
  const sandbox = openSandbox()
  const shells = ['bash', 'zsh', 'fish']
  const scripts = await Promise.all(shells.map((shell) => sandbox.run('completion', shell)))
  await sandbox.close()
  const lines: string[] = []
  for (const words of linesOf(commands)) {
    lines.push(await candidatesLine(words, ''))
    const { words: flags } = await findCandidates([...words, '--'], commands)
    lines.push(`${words.join(' ')} --: ${flags.map(({ word }) => word).join(' ')}`)
    for (const { word } of flags) {
      const line = await candidatesLine([...words, word], '')
      if (!line.endsWith(': ')) lines.push(line)
    }
  }
  return [...scripts.map(({ stdout }) => stdout), ...lines, ''].join('\n')
}

/** The completions of each command, and of each command in a group. */
const linesOf = (table: CommandTable): string[][] =>
  Object.entries(table).flatMap(([name, row]) =>
    'load' in row ? [[name]] : [[name], ...linesOf(row.commands).map((words) => [name, ...words])],
  )

async function candidatesLine(before: readonly string[], current: string): Promise<string> {
  const { words, hasFiles } = await findCandidates([...before, current], commands)
  const names = words.map(({ word }) => word).join(' ')
  const shown = names.length > 500 ? `${words.length} words, ${digest(names)}` : names
  return `${before.join(' ')}: ${shown}${hasFiles ? ' and files' : ''}`
}

export const schemasText = (): string =>
  filesText('dist/generated/record.schemas.json', 'schemas/*.json')

/** The data of the package: an outline with digests. */
export const dataText = (): string =>
  filesText('dist/generated/{fixtures,profiles}/*.json', 'dist/generated/scenarios.json')

function filesText(...patterns: readonly string[]): string {
  const texts = globSync(patterns)
    .toSorted()
    .map((file) => {
      const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
      const lines = file.startsWith('schemas/') ? jsonLines(value, 6) : outline(value)
      return [`## ${basename(file)}`, ...lines, ''].join('\n')
    })
  return texts.join('\n')
}

/** The entries of a document with digests; items of a list with their names. */
function outline(value: unknown): string[] {
  if (Array.isArray(value))
    return value.map((item: { readonly name: string }) => `${item.name} ${digestOf(item)}`)
  const parts = Object.entries(value as object).map(([name, part]) => [
    name,
    Array.isArray(part) ? `${part.length} items, ${digestOf(part)}` : part,
  ])
  return jsonLines(Object.fromEntries(parts), 2)
}

const digestOf = (value: unknown) => digest(JSON.stringify(value))
