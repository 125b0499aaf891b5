import { type CommandRow, type CommandTable, literalWords } from '../define-command.ts'
import type { Flag, Flags } from '../flags.ts'

/** What can stand at the cursor: words, and whether file names can, too. */
export type Candidates = {
  readonly words: readonly { readonly word: string; readonly about: string }[]
  readonly hasFiles: boolean
}

/** A word; one that ends with `=` or `/` goes on after it. */
const toWord = (word: string, about = '') => ({ word, about })

const helpFlag: Flags = { help: { help: 'explains the command' } }

/** Finds what completes the last word of a line, which may be empty. The line begins after the program. */
export async function findCandidates(
  line: readonly string[],
  commands: CommandTable,
): Promise<Candidates> {
  const current = line.at(-1) ?? ''
  const before = line.slice(line[0] === 'help' ? 1 : 0, -1)
  const found = await findAll(before, current, commands)
  return { ...found, words: found.words.filter(({ word }) => word.startsWith(current)) }
}

async function findAll(
  [name, ...rest]: readonly string[],
  current: string,
  table: CommandTable,
): Promise<Candidates> {
  if (name === undefined) {
    const rows = Object.entries(table).map(([command, { about }]) => toWord(command, about))
    return { words: [...rows, ...flagWords(helpFlag, [])], hasFiles: false }
  }
  const row = Object.hasOwn(table, name) ? table[name] : undefined
  if (row === undefined) return { words: [], hasFiles: false }
  return 'load' in row ? inCommand(row, rest, current) : findAll(rest, current, row.commands)
}

async function inCommand(
  { words = '', load }: CommandRow,
  before: readonly string[],
  current: string,
): Promise<Candidates> {
  // The command line of another program.
  if (before.includes('--')) return { words: [], hasFiles: true }
  const flags = { ...(await load()).grammar.flags, ...helpFlag }
  const [, joined, start] = /^--([\w-]+)=(.*)$/.exec(current) ?? []
  if (joined !== undefined) return valuesOf(flags[joined], start ?? '', `--${joined}=`)
  const previous = flags[/^--([\w-]+)$/.exec(before.at(-1) ?? '')?.[1] ?? '']
  if (previous?.value !== undefined) return valuesOf(previous, current)
  const own = literalWords(words).map((word) => toWord(word))
  const hasFiles = isFile(words)
  const isBare = own.length === 0 && !hasFiles
  if (isBare || current.startsWith('-')) return { words: flagWords(flags, before), hasFiles: false }
  return { words: own, hasFiles }
}

/** The flags that a line can still get. */
const flagWords = (flags: Flags, before: readonly string[]) =>
  Object.entries(flags).flatMap(([name, { help, isRepeatable }]) => {
    const isGiven = before.some((word) => word === `--${name}` || word.startsWith(`--${name}=`))
    return isGiven && !isRepeatable ? [] : [toWord(`--${name}`, help)]
  })

/** The known values of a flag, each after `prefix`, and files where its value is one. */
async function valuesOf(
  { value = '', type, values = type?.words ?? [] }: Partial<Flag> = {},
  start: string,
  prefix = '',
): Promise<Candidates> {
  const known = typeof values === 'function' ? await values().catch(() => []) : values
  // After a word such as `html=` follows a file.
  const [, format] = /^([^=]+=)/.exec(start) ?? []
  if (format !== undefined && known.includes(format)) return { words: [], hasFiles: true }
  const hasFiles = isFile(value) && !value.startsWith('FORMAT=')
  return { words: known.map((word) => toWord(prefix + word)), hasFiles }
}

const isFile = (label: string) => /FILE|DIR|FOLDER|PATH|COMMAND/.test(label)
