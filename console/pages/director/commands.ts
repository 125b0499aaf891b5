import type { SentBody } from '../../../contract/control/operation.ts'
import type { ControlOperations } from '../../../contract/control/operations.ts'
import type { ControlClient } from '../../control/client.ts'
import { refreshWorldStatus } from '../../control/world-status.ts'
import { exampleQuestion } from './script-texts.ts'
import type { DirectorState } from '../../../contract/control/director.ts'

/** The speeds that the user can choose, from slow to fast. */
export const speeds = [0.25, 0.5, 1, 2, 4, 10, 'max'] as const

/** A command to the director of a world. */
export type DirectorCommand = SentBody<ControlOperations['POST director']>

/** Sends a command to the director of a world. Throws a `ControlError` on a refusal. */
export async function sendCommand(control: ControlClient, body: DirectorCommand): Promise<void> {
  try {
    await control.call('POST director', { body })
  } finally {
    // A step freezes the clock even if it has no other effect, so the status is fetched again.
    await refreshWorldStatus(control)
  }
}

const speedAsNumber = (speed: number | 'max') => (speed === 'max' ? Infinity : speed)

/** Returns the names of the scripts that wait for the next turns, in order. */
export const waitingScripts = ({ waiting, queue }: DirectorState): readonly string[] =>
  waiting !== null && 'next' in waiting ? [waiting.next, ...queue] : queue

/** Computes a new list of scripts from the current list. */
export type ScriptsChange = (scripts: readonly string[]) => readonly string[]

/** The last change of the list of scripts. The next change waits until this change is done. */
let lastChange: Promise<unknown> = Promise.resolve()

/**
 * Changes the server's list of scripts. Changes run one after the other, so that none is lost. A
 * text that waits for the next turn is kept, unless `dropsText` is set.
 */
export function changeScripts(
  control: ControlClient,
  change: ScriptsChange,
  { dropsText = false } = {},
): Promise<void> {
  const thisChange = lastChange.then(async () => {
    const state = await fetchState(control)
    const scripts = change(waitingScripts(state))
    const text = state.waiting !== null && 'say' in state.waiting ? state.waiting : undefined
    // The server drops a waiting text only if it gets an empty list.
    if (text !== undefined && dropsText) await sendCommand(control, { next: null })
    await sendCommand(control, { next: scripts.length === 0 ? null : scripts })
    if (text !== undefined && !dropsText && scripts.length === 0) await sendCommand(control, text)
  })
  lastChange = thisChange.catch(() => undefined)
  return thisChange
}

/** Adds a script to the list of the next turns. */
export const addScript = (control: ControlClient, name: string) =>
  changeScripts(control, (scripts) => [...scripts, name])

/** Returns a question that plays the first script of the list; `undefined` for an empty list. */
export async function nextQuestion(control: ControlClient): Promise<string | undefined> {
  const [state, { scenarios }, prompts] = await Promise.all([
    fetchState(control),
    control.call('GET scenarios'),
    fetchPrompts(control),
  ])
  const [first] = waitingScripts(state)
  const script = scenarios.find(({ name }) => name === first)
  return script && exampleQuestion(script, prompts)
}

/** Returns the suggested questions of all agents: whole sentences, as an audience expects them. */
async function fetchPrompts(control: ControlClient): Promise<readonly string[]> {
  const { items } = await control.call('GET records/{kind}', {
    params: { kind: 'agents' },
    query: { size: 100 },
  })
  return items.flatMap(({ suggested_prompts: prompts }) =>
    Array.isArray(prompts) ? prompts.map(String) : [],
  )
}

const fetchState = (control: ControlClient) => control.call('GET director')

/** Pauses or resumes the turns of a world. Returns a message for the user. */
export async function togglePause(control: ControlClient): Promise<string> {
  const { paused } = await fetchState(control)
  await sendCommand(control, paused ? { resume: true } : { pause: true })
  return paused ? 'Resumed' : 'Paused'
}

/** Makes turns faster (1) or slower (-1). Returns a message with the new speed. */
export async function changeSpeed(control: ControlClient, by: 1 | -1): Promise<string> {
  const { speed } = await fetchState(control)
  const next =
    by === 1
      ? speeds.find((each) => speedAsNumber(each) > speedAsNumber(speed))
      : speeds.findLast((each) => speedAsNumber(each) < speedAsNumber(speed))
  if (next !== undefined) await sendCommand(control, { speed: next })
  return `Speed × ${next ?? speed}`
}
