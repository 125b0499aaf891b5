import { mb, type AttackResult } from './play-attack.ts'

const columns = [
  'attack',
  'server',
  'size',
  'list calls at 1/4, 1/2, 1',
  'wait ms',
  'peak MB',
  'kept MB',
]

export const tableHead = `| ${columns.join(' | ')} |\n|${columns.map(() => '---').join('|')}|`

/** A row of the table of costs. */
export function tableRow({ name, mode, rounds, waited, peak, kept }: AttackResult): string {
  const costs = rounds.map(({ lists }) => lists.toFixed(lists < 10 ? 1 : 0)).join(', ')
  const cells = [
    name,
    mode,
    rounds.at(-1)?.size ?? '',
    costs,
    waited.toFixed(0),
    mb(peak),
    mb(kept),
  ]
  return `| ${cells.join(' | ')} |`
}
