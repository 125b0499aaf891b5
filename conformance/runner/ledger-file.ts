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

/** A file that can be no ledger, in a sentence. */
export class LedgerError extends Error {
  override readonly name = 'LedgerError'
}

/** A ledger in a file of JSON lines, which outlives whatever ends the process. */
export type LedgerFile = Ledger & {
  readonly file: string
  /** What it holds open for the target, oldest first; a line that a crash tore is passed over. */
  open(): readonly Residue[]
  /** Removes the file, unless something in it is open, for this target or another one. */
  close(): void
}

/** Where the residue of a target is noted unless a file is named. */
export function defaultLedger(baseUrl: string): string {
  const { host, pathname } = new URL(baseUrl)
  const name = (host + pathname).replaceAll(/[^\w.-]+/g, '-').replace(/(?<!-)-+$/, '')
  return `.understudy/residue-${name}.ndjson`
}

/**
 * Opens the ledger of a target, and makes its file where there is none. Throws `LedgerError` where
 * it can't be written, since nothing may be made that is not noted, and for a file of other things.
 */
export function openLedger(baseUrl: string, file = defaultLedger(baseUrl)): LedgerFile {
  const target = baseUrl.replace(/(?<!\/)\/+$/, '')
  const isNew = !existsSync(file)
  const append = (text: string) => {
    // Opened anew each time, so that a line never goes into a file that another run has removed.
    mkdirSync(dirname(file), { recursive: true })
    appendFileSync(file, text, { mode: 0o600 })
  }
  refuseOtherFiles(file)
  try {
    append(endsTorn(textOf(file)) ? '\n' : '')
  } catch (error) {
    throw new LedgerError(`The ledger ${file} can't be written: ${reason(error)}.`)
  }
  return {
    file,
    write: (entry) => append(`${JSON.stringify({ target, ...entry })}\n`),
    open: () => openResidue(read(file).filter((line) => line.target === target)),
    close() {
      const lines = read(file)
      const isDone = [...Map.groupBy(lines, (line) => line.target).values()].every(
        (some) => openResidue(some).length === 0,
      )
      // What was there before, and holds nothing of ours, is not ours to remove.
      const isOurs = isNew || lines.length > 0
      if (isDone && isOurs && lines.length === linesOf(file).length) rmSync(file, { force: true })
    },
  }
}

// Someone who mistakes the flag must lose neither a device nor a file of theirs.
function refuseOtherFiles(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return
  const [first] = found.isFile() ? linesOf(file) : ['']
  if (first === undefined || (first !== '' && toLine(first).length > 0)) return
  throw new LedgerError(`The ledger ${file} is something else, which notes would spoil.`)
}

const line = z.intersection(
  z.object({ target: z.string() }),
  z.discriminatedUnion('step', [
    z.object({
      step: z.literal('making'),
      ref: z.string(),
      kind: z.enum(residueKinds),
      name: z.optional(z.string()),
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

/** The line in a text; none where a crash tore it. */
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

const endsTorn = (text: string): boolean => text !== '' && !text.endsWith('\n')

const reason = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : String(error))
