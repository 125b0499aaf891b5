import { seeded } from '../../support/seeded.ts'
import { tableHead, tableRow } from './attack-table.ts'
import { attacks } from './list.ts'
import { mb } from './play-attack.ts'
import { playTarget } from './play-target.ts'
import { runAttacks } from './run-attacks.ts'
import { targetAttacks } from './targets.ts'

type Options = {
  readonly seed: number
  /** Runs only attacks whose name contains this. */
  readonly only: string
  readonly print: (line: string) => void
}

/** `npm run soak -- --attacks`: runs every attack, prints the costs, and returns the problems. */
export async function playAllAttacks({ seed, only, print }: Options): Promise<readonly string[]> {
  const problems: string[] = []
  const report = (name: string, found: readonly string[]) => {
    for (const problem of found) {
      problems.push(`${name}: ${problem}`)
      print(`  ✗ ${problem}`)
    }
  }
  const chosen = attacks.filter(({ name }) => name.includes(only))
  const targets = targetAttacks.filter(({ name }) => name.includes(only))
  if (chosen.length + targets.length === 0) throw new Error(`No attack has "${only}" in its name.`)
  print(`${chosen.length} attacks on servers, ${targets.length} on the suite; seed ${seed}`)
  print(tableHead)
  const played = await runAttacks({
    attacks: chosen,
    draw: seeded(seed),
    isMeasured: true,
    onPlayed(one) {
      print(tableRow(one))
      report(`${one.name} (${one.mode})`, one.problems)
    },
  })
  const waited = Math.max(0, ...played.map((one) => one.waited))
  if (played.length > 0) print(`another client waited ${waited.toFixed(0)} ms at most`)
  for (const attack of targets) {
    const one = await playTarget(attack, true)
    const cpu = one.cpu.map((seconds) => seconds.toFixed(1)).join(', ')
    print(`${one.name}: ${cpu} s of CPU, ${one.seconds.toFixed(0)} s, ${mb(one.peak)} MB`)
    report(one.name, one.problems)
  }
  return problems
}
