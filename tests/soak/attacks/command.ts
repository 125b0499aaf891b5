import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { commandsIn, rawIn } from '../../support/hostile-text.ts'
import type { Usage } from './probe.ts'

export type EndedCommand = {
  readonly code: number | null
  readonly out: string
  readonly errors: string
  readonly usage: Usage | undefined
}

const probe = new URL('probe.ts', import.meta.url).href
/** Limits of a command: megabytes of JavaScript heap, bytes of the process, and milliseconds. */
const heapLimit = 200
// Beside the heap, Node 24 gives new objects up to 128 MB, and code takes 110 MB; 420 MB measured beside other work.
const mostPeak = 500 * 1024 * 1024
const timeout = 120_000

/** Starts a command of the built package in its own process. */
export function startCommand(
  argv: readonly string[],
  heap = heapLimit,
): { readonly child: ChildProcess; readonly ended: Promise<EndedCommand> } {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-command-'))
  const file = join(folder, 'usage.json')
  const child = spawn(
    process.execPath,
    [`--max-old-space-size=${heap}`, '--import', probe, resolve('dist/cli/understudy.js'), ...argv],
    {
      cwd: folder,
      env: { ...process.env, UNDERSTUDY_USAGE_FILE: file },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
      killSignal: 'SIGKILL',
    },
  )
  const ending = Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit') as Promise<[number | null]>,
  ])
  const ended = ending.then(([out, errors, [code]]) => {
    const usage = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Usage) : undefined
    rmSync(folder, { recursive: true })
    return { code, out, errors, usage }
  })
  return { child, ended }
}

/** Exit codes of a run that finished, with or without failures. */
const finished = new Set([0, 1, 4, 5, 6])

/** A run against any target finishes with a report, escapes its text, and takes bounded memory. */
export function commandProblems({ code, out, errors, usage }: EndedCommand): string[] {
  const problems: string[] = []
  if (code === null || !finished.has(code)) {
    const why = /FATAL[^\n]*|Error[^\n]*/.exec(errors)?.[0] ?? errors.slice(-200)
    problems.push(`the command exited with ${code ?? 'a signal'}: ${why}`)
  } else if (out.trim() === '') problems.push('the report is empty')
  for (const printed of [out, errors]) {
    const raw = [...rawIn(printed), ...commandsIn(printed)]
    if (raw.length > 0) problems.push(`text of the target reaches the terminal: ${raw.join(', ')}`)
  }
  if (usage !== undefined && usage.peak > mostPeak)
    problems.push(`the suite used ${(usage.peak / 1e6).toFixed(0)} MB`)
  return problems
}
