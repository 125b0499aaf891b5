import { hostileTarget } from '../../support/adversary/hostile-target.ts'
import type { AttackOn } from '../../support/adversary/hostile-answers.ts'
import { commandProblems, type EndedCommand, startCommand } from './command.ts'
import type { SuiteCommand, TargetAttack } from './targets.ts'

/** The result of running the suite against a hostile target. */
export type TargetResult = {
  readonly name: string
  /** Seconds of CPU of the suite at a quarter, a half and the whole size; a single one without a size. */
  readonly cpu: readonly number[]
  readonly seconds: number
  readonly peak: number
  readonly problems: readonly string[]
}

type Ended = EndedCommand & { readonly seconds: number }

const mostGrowth = 2.5

/** Runs the suite against a hostile target; with `ratios` also at smaller sizes. */
export async function playTarget(attack: TargetAttack, ratios: boolean): Promise<TargetResult> {
  const problems: string[] = []
  const { command, largest } = attack
  const parts = ratios && largest > 0 ? [4, 2, 1] : [1]
  const runs: Ended[] = []
  for (const part of parts) {
    const run = await runCommand(command, attack.attackOn(largest / part))
    runs.push(run)
    problems.push(...commandProblems(run))
    if (problems.length > 0) break
  }
  const cpu = runs.map(({ usage }) => usage?.cpu ?? Number.NaN)
  // Most of a run is the start of the program: only the rest grows with the size.
  const floor =
    parts.length > 1 ? ((await runCommand(command, () => undefined)).usage?.cpu ?? 0) : 0
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

/** Runs a command of the suite against a target with this attack. */
async function runCommand(command: SuiteCommand, attackOn: AttackOn): Promise<Ended> {
  const target = await hostileTarget(attackOn)
  const began = performance.now()
  try {
    const ended = await startCommand(argumentsOf(command, target.url)).ended
    return { ...ended, seconds: (performance.now() - began) / 1000 }
  } finally {
    await target.close()
  }
}

function argumentsOf({ name, flags }: SuiteCommand, url: string): readonly string[] {
  const who = ['--email', 'demo@example.com', '--password', 'demo-password', '--timeout', '2000']
  const targets = name === 'compare' ? [url, url] : ['--base-url', url]
  return [name, ...targets, ...who, ...flags]
}
