import type { ControlClient } from '../../control/client.ts'
import { refreshWorldStatus } from '../../control/world-status.ts'
import type { DirectorState } from './answers.ts'

/** The speeds that one goes through, from slow to fast. */
export const speeds = [0.25, 0.5, 1, 2, 4, 10, 'max'] as const

/** Gives an order to the director of a world. Throws what the control API refuses. */
export async function sendCommand(control: ControlClient, body: object): Promise<void> {
  try {
    await control.send('POST', 'director', body)
  } finally {
    // A step that finds nothing to do has stopped the clock nevertheless.
    await refreshWorldStatus(control)
  }
}

const asNumber = (speed: number | 'max') => (speed === 'max' ? Infinity : speed)

const fetchState = (control: ControlClient) => control.get<DirectorState>('director')

/** Lets the turns of a world pause or go on, whichever they do not; says which. */
export async function togglePause(control: ControlClient): Promise<string> {
  const { paused } = await fetchState(control)
  await sendCommand(control, paused ? { resume: true } : { pause: true })
  return paused ? 'Goes on' : 'Paused'
}

/** Makes turns faster (1) or slower (-1); says how fast they are then. */
export async function changeSpeed(control: ControlClient, by: 1 | -1): Promise<string> {
  const { speed } = await fetchState(control)
  const next =
    by === 1
      ? speeds.find((each) => asNumber(each) > asNumber(speed))
      : speeds.findLast((each) => asNumber(each) < asNumber(speed))
  if (next !== undefined) await sendCommand(control, { speed: next })
  return `Speed × ${next ?? speed}`
}
