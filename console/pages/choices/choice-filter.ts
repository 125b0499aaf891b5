import type { ActiveChoice } from '../../../contract/control/worlds.ts'
import { capitalize } from '../../../contract/capitalize.ts'

/** The filters for choices, with their labels. */
export const filterLabels = {
  all: 'all',
  changed: 'changed from the default',
  relied: 'relied on by calls',
  deviating: 'deviating from the specification',
} as const

export type ChoiceFilter = keyof typeof filterLabels

type FilterOptions = {
  /** A text that a choice must contain. */
  readonly text: string
  readonly filter: ChoiceFilter
  /** The number of calls that relied on each choice, by the choice's id. */
  readonly calls: ReadonlyMap<string, number>
}

/** Whether an option other than the default is picked, for all operations or for some. */
export const isPickChanged = ({ pick, at, default: standard }: ActiveChoice): boolean =>
  pick.option !== standard || Object.keys(at).length > 0

export function filterChoices(
  choices: readonly ActiveChoice[],
  { text, filter, calls }: FilterOptions,
): ActiveChoice[] {
  const search = text.trim().toLowerCase()
  return choices.filter((choice) => {
    if (filter === 'changed' && !isPickChanged(choice)) return false
    if (filter === 'relied' && !calls.has(choice.id)) return false
    if (filter === 'deviating' && choice.pick.grade !== 'deviates') return false
    return search === '' || JSON.stringify(choice).toLowerCase().includes(search)
  })
}

/** Groups choices by the first part of their ids, such as `errors`, and keeps their order. */
export const groupChoices = (choices: readonly ActiveChoice[]) => [
  ...Map.groupBy(choices, ({ id }) => id.replace(/\..*/, '')),
]

const groupTitles: Readonly<Record<string, string>> = {
  auth: 'Credentials',
  http: 'HTTP',
  login: 'Signing in',
  refresh: 'Refreshing a session',
  order: 'Order of checks',
  keys: 'API keys',
  'mcp-servers': 'MCP servers',
  sse: 'Streams',
}

/** Returns the heading of a group of choices, such as `API keys` for `keys`. */
export const groupTitle = (group: string): string =>
  groupTitles[group] ?? capitalize(group.replaceAll('-', ' '))
