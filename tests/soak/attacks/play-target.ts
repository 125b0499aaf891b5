import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { argumentsOf, listenHostile } from './hostile-target.ts'
import { mb } from './play-attack.ts'
import type { Usage } from './probe.ts'
import type { Command, HostileHandler, TargetAttack } from './target-attack.ts'

/** The result of running the suite against a hostile target. */
export type TargetResult = {
  readonly name: string
  /** Seconds of CPU of the suite at a quarter, a half and the whole size; a single one without a size. */
  readonly cpu: readonly number[]
  readonly seconds: number
  readonly peak: number
  readonly problems: readonly string[]
}

type Ended = {
  readonly code: number | null
  readonly out: string
  readonly errors: string
  readonly seconds: number
  readonly usage: Usage | undefined
}

const root = new URL('../../../', import.meta.url)
const probe = new URL('probe.ts', import.meta.url).href
/** Limits of the suite: megabytes of JavaScript heap, and bytes of the process. */
const heapLimit = 400
const mostPeak = 400 * 1024 * 1024
const timeoutMs = 120_000
const mostGrowth = 2.5
/** Exit codes of a run that finished, with or without failures. */
const finished = new Set([0, 1, 4, 5, 6])
/** Characters that a terminal interprets, except line breaks and tabs, which the report itself uses. */
const controlCharacters =
  /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]|^\s*::(error::injected|set-output)/mu

/** Runs the suite against a hostile target; with `ratios` also at smaller sizes. */
export async function playTarget(attack: TargetAttack, ratios: boolean): Promise<TargetResult> {
  const problems: string[] = []
  const { command, largest } = attack
  const parts = ratios && largest > 0 ? [4, 2, 1] : [1]
  const runs: Ended[] = []
  for (const part of parts) {
    const run = await runCommand(command, attack.handler(largest / part))
    runs.push(run)
    problems.push(...problemsOf(run))
    if (problems.length > 0) break
  }
  const cpu = runs.map(({ usage }) => usage?.cpu ?? Number.NaN)
  // Most of a run is the start of the program: only the rest grows with the size.
  const floor = parts.length > 1 ? ((await runCommand(command, () => false)).usage?.cpu ?? 0) : 0
  for (const [index, now] of cpu.entries()) {
    const before = cpu[index - 1]
    if (before !== undefined && now > mostGrowth * Math.max(before, floor))
      problems.push(`the suite needs ${(now / before).toFixed(1)} times the CPU for twice the size`)
  }
  return {
    name: attack.name,
    cpu,
    seconds: Math.max(...runs.map((run) => run.seconds)),
    peak: Math.max(...runs.map(({ usage }) => usage?.peak ?? 0)),
    problems: [...new Set(problems)],
  }
}

/** Runs a command of the suite against a target with this handler. */
async function runCommand(command: Command, handler: HostileHandler): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-target-'))
  const file = join(folder, 'usage.json')
  const target = await listenHostile(handler)
  const began = performance.now()
  try {
    const child = spawn(
      process.execPath,
      [
        `--max-old-space-size=${heapLimit}`,
        '--import',
        probe,
        new URL('cli/understudy.ts', root).pathname,
        ...argumentsOf(command, target.url),
      ],
      {
        cwd: folder,
        env: { ...process.env, UNDERSTUDY_USAGE_FILE: file },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const tooLong = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    const [out, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit') as Promise<[number | null]>,
    ])
    clearTimeout(tooLong)
    const seconds = (performance.now() - began) / 1000
    const usage = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Usage) : undefined
    return { code, out, errors, seconds, usage }
  } finally {
    await target.close()
    rmSync(folder, { recursive: true })
  }
}

function problemsOf({ code, out, errors, seconds, usage }: Ended): string[] {
  const problems: string[] = []
  if (code === null || !finished.has(code)) {
    const why = /FATAL[^\n]*|Error[^\n]*/.exec(errors)?.[0] ?? errors.slice(-200)
    problems.push(
      `the command exited with ${code ?? 'a signal'} after ${seconds.toFixed(0)} s: ${why}`,
    )
  } else if (out.trim() === '') problems.push('the report is empty')
  const [character] = controlCharacters.exec(out) ?? controlCharacters.exec(errors) ?? []
  if (character !== undefined)
    problems.push(`text of the target reaches the terminal unescaped: ${JSON.stringify(character)}`)
  if (usage !== undefined && usage.peak > mostPeak)
    problems.push(`the suite used ${mb(usage.peak)} MB`)
  return problems
}
