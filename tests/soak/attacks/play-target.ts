import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { argumentsOf, listenHostile } from './hostile-target.ts'
import { mb } from './play-attack.ts'
import type { Usage } from './probe.ts'
import type { Command, Hostility, TargetAttack } from './target-attack.ts'

/** What came of judging a hostile target. */
export type JudgedTarget = {
  readonly name: string
  /** Seconds of CPU of the suite at a quarter, a half and the whole size; one alone without a size. */
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
/** What the suite may take, of JavaScript objects and as a process. */
const heapLimit = 400
const mostPeak = 400 * 1024 * 1024
const patienceMs = 120_000
const mostGrowth = 2.5
/** Codes of a run that came to its end, whatever it found. */
const finished = new Set([0, 1, 4, 5, 6])
/** Signs that a terminal acts on; a line end is one of the report itself. */
const signs = /(?![\t\n])\p{Cc}|[\u202a-\u202e\u2066-\u2069]|^\s*::(error::injected|set-output)/mu

/** Judges a hostile target; `ratios` also at smaller sizes. */
export async function playTarget(attack: TargetAttack, ratios: boolean): Promise<JudgedTarget> {
  const problems: string[] = []
  const { command, largest } = attack
  const parts = ratios && largest > 0 ? [4, 2, 1] : [1]
  const runs: Ended[] = []
  for (const part of parts) {
    const run = await judge(command, attack.hostility(largest / part))
    runs.push(run)
    problems.push(...whatIsWrong(run))
    if (problems.length > 0) break
  }
  const cpu = runs.map(({ usage }) => usage?.cpu ?? Number.NaN)
  // Most of a run is the start of the program: what grows is what comes on top.
  const floor = parts.length > 1 ? ((await judge(command, () => false)).usage?.cpu ?? 0) : 0
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

/** Runs a command of the suite against a target that is hostile in this way. */
async function judge(command: Command, hostility: Hostility): Promise<Ended> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-target-'))
  const file = join(folder, 'usage.json')
  const target = await listenHostile(hostility)
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
    const tooLong = setTimeout(() => child.kill('SIGKILL'), patienceMs)
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

function whatIsWrong({ code, out, errors, seconds, usage }: Ended): string[] {
  const problems: string[] = []
  if (code === null || !finished.has(code)) {
    const why = /FATAL[^\n]*|Error[^\n]*/.exec(errors)?.[0] ?? errors.slice(-200)
    problems.push(`it ended with ${code ?? 'a signal'} after ${seconds.toFixed(0)} s: ${why}`)
  } else if (out.trim() === '') problems.push('there is no report')
  const [sign] = signs.exec(out) ?? signs.exec(errors) ?? []
  if (sign !== undefined)
    problems.push(`what the target said reaches the terminal: ${JSON.stringify(sign)}`)
  if (usage !== undefined && usage.peak > mostPeak)
    problems.push(`the suite occupied ${mb(usage.peak)} MB`)
  return problems
}
