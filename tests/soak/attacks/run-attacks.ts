import { type SeededDraw, shuffled } from './shuffled.ts'
import { createAttackServer } from './attack-server.ts'
import type { Attack, ServerMode } from './attack.ts'
import { playAttack, type AttackResult } from './play-attack.ts'

/** The attacks to run, and their options. */
export type AttackRun = {
  readonly attacks: readonly Attack[]
  /** Randomizes the order: no attack may depend on another. */
  readonly draw: SeededDraw
  readonly modes?: readonly ServerMode[]
  /** Whether attacks are measured at three sizes; otherwise each runs once, at a quarter of its size. */
  readonly isMeasured: boolean
  /** Megabytes of JavaScript heap of the server. */
  readonly heap?: number
  readonly onBegin?: (name: string) => void
  readonly onPlayed?: (played: AttackResult, list: number) => void
}

/**
 * Runs attacks one after the other in each mode. They share a server until an attack causes
 * problems.
 */
export async function runAttacks(run: AttackRun): Promise<readonly AttackResult[]> {
  const { modes = ['serve', 'demo'], isMeasured, onPlayed } = run
  const all: AttackResult[] = []
  for (const mode of modes) {
    const attackServer = createAttackServer(mode, { heap: run.heap, isMeasured })
    try {
      const mine = run.attacks.filter(({ on }) => on.includes(mode))
      for (const attack of shuffled(mine, run.draw)) {
        run.onBegin?.(attack.name)
        const played = await playAttack(attack, attackServer, { isMeasured })
        all.push(played)
        onPlayed?.(played, attackServer.list())
      }
    } finally {
      await attackServer.stop()
    }
  }
  return all
}
