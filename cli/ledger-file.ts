import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import * as z from 'zod/mini'
import { openIn } from '../conformance/residue.ts'
import type { Ledger, LedgerEntry, Residue } from '../conformance/residue.ts'
import { UsageError } from './usage.ts'

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
  const name = (host + pathname).replaceAll(/[^\w.-]+/g, '-').replace(/-+$/, '')
  return `.understudy/residue-${name}.ndjson`
}

/**
 * Opens the ledger of a target, and makes its file where there is none. Throws `UsageError` where
 * it can't be written: nothing may be made that is not noted.
 */
export function openLedger(baseUrl: string, file = defaultLedger(baseUrl)): LedgerFile {
  const target = baseUrl.replace(/\/+$/, '')
  const append = (text: string) => {
    // Opened anew each time, so that a line never goes into a file that another run has removed.
    mkdirSync(dirname(file), { recursive: true })
    appendFileSync(file, text, { mode: 0o600 })
  }
  try {
    append(endsTorn(file) ? '\n' : '')
  } catch (error) {
    throw new UsageError(`The ledger ${file} can't be written: ${reason(error)}.`)
  }
  return {
    file,
    write: (entry) => append(`${JSON.stringify({ target, ...entry })}\n`),
    open: () => openIn(read(file).filter((line) => line.target === target)),
    close() {
      const targets = Map.groupBy(read(file), (line) => line.target)
      const isDone = [...targets.values()].every((lines) => openIn(lines).length === 0)
      if (isDone) rmSync(file, { force: true })
    },
  }
}

const line = z.intersection(
  z.object({ target: z.string() }),
  z.discriminatedUnion('step', [
    z.object({
      step: z.literal('making'),
      ref: z.string(),
      kind: z.enum(['key', 'conversation', 'connector', 'channel']),
      name: z.optional(z.string()),
    }),
    z.object({ step: z.literal('made'), ref: z.string(), id: z.optional(z.string()) }),
    z.object({ step: z.literal('gone'), ref: z.string() }),
  ]),
)

type Line = LedgerEntry & { readonly target: string }

function read(file: string): readonly Line[] {
  return textOf(file)
    .split('\n')
    .flatMap((text) => {
      const { data } = line.safeParse(parsed(text))
      return data ? [data] : []
    })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw error
  }
}

const endsTorn = (file: string): boolean => !/(?:^|\n)$/.test(textOf(file))

const reason = (error: unknown): string =>
  (error as NodeJS.ErrnoException).code ?? (error instanceof Error ? error.message : String(error))
