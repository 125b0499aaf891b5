import { messageOf } from '../../contract/realm-safe.ts'
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import {
  openResidue,
  residueKinds,
  type Ledger,
  type LedgerEntry,
  type Residue,
} from './residue.ts'
import { parseJson } from '../../contract/json.ts'

/** Thrown if a file cannot be used as a ledger. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError'
}

/** A ledger in a file of JSON lines, which survives a crash of the process. */
export type LedgerFile = Ledger & {
  readonly file: string
  /**
   * Reads the records of the target that were not removed, oldest first. Ignores incomplete lines.
   */
  open(): readonly Residue[]
  /** Deletes the file, unless it has records of any target that were not removed. */
  close(): void
}

/** Returns the path of the default ledger file of a target. */
export function defaultLedger(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl)
  const name = (host + pathname).replaceAll(/[^\w.-]+/g, '-').replace(/(?<!-)-+$/, '')
  return `.understudy/residue-${name}.ndjson`
}

/**
 * Opens the ledger of a target and creates its file if necessary. Throws `LedgerError` if the file
 * cannot be written or is no ledger, because a run must not create records without a ledger.
 */
export function openLedger(baseUrl: string, file = defaultLedger(baseUrl)): LedgerFile {
  const target = baseUrl.replace(/(?<!\/)\/+$/, '')
  const isNew = !existsSync(file)
  const append = (text: string) => {
    // The file is opened again for each entry, because another run may have removed it.
    mkdirSync(dirname(file), { recursive: true })
    appendFileSync(file, text, { mode: 0o600 })
  }
  refuseOtherFiles(file)
  try {
    append(hasIncompleteLastLine(textOf(file)) ? '\n' : '')
  } catch (error) {
    throw new LedgerError(`The ledger ${file} can't be written: ${errorReason(error)}.`)
  }
  return {
    file,
    write: (entry) => append(`${JSON.stringify({ target, ...entry })}\n`),
    open: () =>
      openResidue(
        read(file).flatMap(({ target: own, ...entry }) => (own === target ? [entry] : [])),
      ),
    close() {
      const lines = read(file)
      const isDone = [...Map.groupBy(lines, (line) => line.target).values()].every(
        (some) => openResidue(some).length === 0,
      )
      // Does not delete an existing empty file, because it may belong to the user.
      const isOurs = isNew || lines.length > 0
      if (isDone && isOurs && lines.length === linesOf(file).length) rmSync(file, { force: true })
    },
  }
}

// Throws for a file that is no ledger, so that a wrong flag does not damage it.
function refuseOtherFiles(file: string): void {
  const fileStats = statSync(file, { throwIfNoEntry: false })
  if (fileStats === undefined) return
  const [first] = fileStats.isFile() ? linesOf(file) : ['']
  if (first === undefined || (first !== '' && toLine(first).length > 0)) return
  throw new LedgerError(`${file} is not a ledger of the suite. Choose another file with --ledger.`)
}

const line = z.intersection(
  z.object({ target: z.string() }),
  z.discriminatedUnion('step', [
    z.object({
      step: z.literal('making'),
      ref: z.string(),
      kind: z.enum(residueKinds),
      name: z.optional(z.string()),
      id: z.optional(z.string()),
      path: z.optional(z.string()),
      key: z.optional(z.string()),
      isOfOther: z.optional(z.boolean()),
      owner: z.optional(z.string()),
    }),
    z.object({ step: z.literal('made'), ref: z.string(), id: z.optional(z.string()) }),
    z.object({ step: z.literal('gone'), ref: z.string() }),
  ]),
)

type Line = LedgerEntry & { readonly target: string }

const read = (file: string): readonly Line[] => linesOf(file).flatMap(toLine)

const linesOf = (file: string): readonly string[] =>
  textOf(file)
    .split('\n')
    .filter((text) => text !== '')

/** Parses a line of a ledger; returns an empty list if the line is incomplete. */
function toLine(text: string): readonly Line[] {
  const { data } = line.safeParse(parseJson(text))
  return data ? [data] : []
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

const hasIncompleteLastLine = (text: string): boolean => text !== '' && !text.endsWith('\n')

const errorReason = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? messageOf(error)
