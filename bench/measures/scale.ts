import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { figure } from '../figures.ts'
import type { Measure } from './measure.ts'

/** How many times what an operation costs at a hundred records it costs at a million. */
export type Growth = { readonly name: string; readonly times: number; readonly most?: number }

const program = fileURLToPath(new URL('../scale.ts', import.meta.url))

/** What things cost as a world grows; writes docs/scale.md, in a process that may collect its garbage. */
export const scale: Measure = async ({ quick }) => {
  if (quick) return undefined
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  const child = fork(program, { execArgv: ['--expose-gc'], stdio: [...stdio] })
  let grown: readonly Growth[] | undefined
  child.once('message', (message) => (grown = message as readonly Growth[]))
  const [code] = (await once(child, 'exit')) as [number | null]
  if (grown === undefined) throw new Error(`Failed to measure the scale: ${program} gave ${code}.`)
  return {
    title: 'Scale',
    about:
      'What an operation costs with a million conversations of one user, by what it costs with a hundred. [More of it](scale.md): streams, worlds, plots, and why.',
    columns: ['', '× 100 conversations'],
    rows: grown.map(({ name, times }) => [name, figure(times)]),
    goals: grown.flatMap(({ name, times, most }) =>
      most === undefined ? [] : [{ text: `${name}, of 100`, reached: times, bound: { most } }],
    ),
  }
}
