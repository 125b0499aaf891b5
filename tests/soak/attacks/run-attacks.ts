import { type SeededDraw, shuffled } from './shuffled.ts'
import { openArena } from './arena.ts'
import type { Attack, Ground } from './attack.ts'
import { type Margin, playAttack, type Played } from './play-attack.ts'

/** What is played, and how. */
export type AttackRun = {
  readonly attacks: readonly Attack[]
  /** Draws the order: an attack must not need one before it. */
  readonly draw: SeededDraw
  readonly grounds?: readonly Ground[]
  /** Whether the cost of an attack is measured at three sizes; else it is played once, at the least. */
  readonly isMeasured: (attack: Attack) => boolean
  /** Set where other tests run on the same machine, which take from what each call is given. */
  readonly margin?: Margin
  /** Megabytes of JavaScript objects that a server may have. */
  readonly heap?: number
  readonly onBegin?: (name: string) => void
  readonly onPlayed?: (played: Played, list: number) => void
}

/** Plays attacks one after the other on each ground; the server of a ground is shared while it lives. */
export async function runAttacks(run: AttackRun): Promise<readonly Played[]> {
  const { grounds = ['serve', 'demo'], isMeasured, onPlayed } = run
  const all: Played[] = []
  for (const ground of grounds) {
    const arena = openArena(ground, run.heap)
    try {
      const mine = run.attacks.filter(({ on }) => on.includes(ground))
      for (const attack of shuffled(mine, run.draw)) {
        run.onBegin?.(attack.name)
        const played = await playAttack(attack, arena, {
          ratios: isMeasured(attack),
          margin: run.margin,
        })
        all.push(played)
        onPlayed?.(played, arena.list())
      }
    } finally {
      await arena.stop()
    }
  }
  return all
}
