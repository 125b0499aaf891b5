import type { Control } from '../../app/control.ts'
import { lookAtSteered } from '../../control/steered.ts'
import type { DirectorState } from './answers.ts'

/** The speeds that one goes through, from slow to fast. */
export const speeds = [0.25, 0.5, 1, 2, 4, 10, 'max'] as const

/** Gives an order to the director of a world. Throws what the control API refuses. */
export async function giveOrder(control: Control, body: object): Promise<void> {
  try {
    await control.send('POST', 'director', body)
  } finally {
    // A step that finds nothing to do has stopped the clock nevertheless.
    await lookAtSteered(control)
  }
}

const factor = (speed: number | 'max') => (speed === 'max' ? Infinity : speed)

const stateOf = (control: Control) => control.get<DirectorState>('director')

/** Lets the turns of a world pause or go on, whichever they do not; says which. */
export async function pauseOrGoOn(control: Control): Promise<string> {
  const { paused } = await stateOf(control)
  await giveOrder(control, paused ? { resume: true } : { pause: true })
  return paused ? 'Goes on' : 'Paused'
}

/** Makes turns faster (1) or slower (-1); says how fast they are then. */
export async function changeSpeed(control: Control, by: 1 | -1): Promise<string> {
  const { speed } = await stateOf(control)
  const next =
    by === 1
      ? speeds.find((each) => factor(each) > factor(speed))
      : speeds.findLast((each) => factor(each) < factor(speed))
  if (next !== undefined) await giveOrder(control, { speed: next })
  return `Speed × ${next ?? speed}`
}
