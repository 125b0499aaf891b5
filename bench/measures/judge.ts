import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { program, understudy } from '../contestants/understudy.ts'
import { figure, spreadText } from '../figures.ts'
import { start } from '../server.ts'
import { inRounds } from '../statistics.ts'
import type { Measure } from './measure.ts'

const plans = ['smoke', 'core', 'turn', 'full']

/** How long the judge takes for each of its plans, on a new fake that makes no pauses. */
export const judge: Measure = async ({ material, quick }) => {
  const { launch } = understudy(`${material.folder}/scenarios`).unpaced
  const results = await inRounds(quick ? 1 : 5, plans, async (plan) => {
    const server = await start(launch)
    try {
      const began = performance.now()
      const checks = await judged(server.url, plan, material.folder)
      return { took: (performance.now() - began) / 1000, checks }
    } finally {
      await server.stop()
    }
  })
  return {
    title: 'The judge',
    about: 'From the start of `understudy conform` to its end, on a new fake with `--speed max`.',
    columns: ['plan', 'seconds', 'checks that decided'],
    rows: [...results].map(([plan, rounds]) => [
      plan,
      spreadText(rounds.map(({ took }) => took)),
      figure(rounds[0]?.checks ?? Number.NaN),
    ]),
  }
}

/** Runs a plan; gives how many checks passed or observed. Throws where one failed. */
async function judged(url: string, plan: string, folder: string): Promise<number> {
  const who = ['demo', 'other'].flatMap((name, index) => {
    const prefix = index === 0 ? '--' : '--other-'
    return [`${prefix}email=${name}@example.com`, `${prefix}password=${name}-password`]
  })
  const flags = [`--base-url=${url}`, `--plan=${plan}`, `--ledger=${join(folder, 'ledger.json')}`]
  const child = spawn(process.execPath, [program, 'conform', ...flags, ...who])
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  const [code] = (await once(child, 'close')) as [number]
  const [, passed, observed] = /(\d+) pass, (\d+) observed/.exec(printed) ?? []
  if (code !== 0) throw new Error(`The judge found fault with the fake:\n${printed.slice(-2000)}`)
  return Number(passed) + Number(observed)
}
