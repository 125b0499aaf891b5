import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { StoredUser } from '../../../contract/records/user.ts'
import { mapTexts, ownField } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'

/** Fills the placeholders of a text. Values in `extra` take precedence. */
export type FillText = (text: string, extra?: Readonly<Record<string, string>>) => string

/** A past turn, for placeholders such as `{{previous.answer}}` and `{{turn.1.query}}`. */
export type TurnTexts = { readonly query: string; readonly answer: string }

type PlaceholderSources = {
  readonly query: string
  readonly user: Pick<StoredUser, 'display_name' | 'email'>
  readonly agent: Pick<StoredAgent, 'name' | 'description'> | undefined
  /** The earlier turns of the conversation, oldest first. */
  readonly history: readonly TurnTexts[]
  /** The values of the named groups from the query and from earlier turns, by group name. */
  readonly groups: Readonly<Record<string, string>>
  /** The current time: ISO 8601, UTC. */
  readonly now: string
  readonly values: Scenario['values']
  /** Returns a random fraction from 0 up to 1. */
  readonly draw: () => number
}

const placeholder = /\{\{([\p{L}_$][\p{L}\p{N}_.#$-]*)\}\}/gu

/**
 * Creates a function that fills the placeholders of texts. Inserted values are not searched for
 * placeholders, and an unknown placeholder stays in the text. If the values would add more than 64
 * KB, the function returns a note instead.
 */
export function createFillText(sources: PlaceholderSources): FillText {
  const { query, user, agent, history, groups, now } = sources
  const name = user.display_name ?? user.email
  const drawValue = createDraw(sources)
  const known: Readonly<Record<string, string>> = {
    ...groups,
    query,
    user: name,
    'user.first_name': name.split(/[\s@]/)[0] ?? name,
    'user.email': user.email,
    agent: agent?.name ?? 'the assistant',
    'agent.description': agent?.description ?? '',
    today: now.slice(0, 10),
    now,
  }
  const valueOf = (path: string) => {
    const value = ownField(known, path)
    if (value !== undefined) return value
    const [, turn, part] = /^(previous|turn\.\d+)\.(query|answer)$/.exec(path) ?? []
    if (turn === undefined) return drawValue(path)
    const pastTurn = turn === 'previous' ? history.at(-1) : history[Number(turn.slice(5)) - 1]
    return pastTurn?.[part as 'query' | 'answer'] ?? ''
  }
  let leftInTurn = placesOfTurn
  return (text, extra = {}) => {
    const valueIn = (path: string) => ownField(extra, path) ?? valueOf(path)
    const parts: string[] = []
    let characters = 0
    let done = 0
    // `exec` is used because it is faster than `matchAll` for thousands of placeholders.
    placeholder.lastIndex = 0
    for (let found = placeholder.exec(text); found !== null; found = placeholder.exec(text)) {
      const { 0: written, 1: path = '', index } = found
      const value = valueIn(path)
      characters += value?.length ?? 0
      parts.push(text.slice(done, index), value ?? written)
      done = index + written.length
    }
    if (parts.length === 0) return text
    if (characters > Math.min(placesOfText, leftInTurn)) return tooLargeNote(characters)
    leftInTurn -= characters
    return parts.join('') + text.slice(done)
  }
}

const { placesOfText, placesOfTurn } = ownLimits

const tooLargeNote = (characters: number) =>
  `[The placeholders of this text would add ${characters} characters. The maximum is ${placesOfText} in a text and ${placesOfTurn} in all texts of a turn.]`

/**
 * Returns a function that draws a value for a placeholder from the script's lists. A placeholder
 * keeps its value. `{{name}}` and `{{name#2}}` get different values until the list is used up.
 */
function createDraw({
  values = {},
  draw,
}: PlaceholderSources): (path: string) => string | undefined {
  const drawn = new Map<string, string>()
  const left = new Map<readonly string[], string[]>()
  return (path) => {
    const before = drawn.get(path)
    if (before !== undefined) return before
    const list = ownField(values, path) ?? ownField(values, path.replace(/#\d+$/, ''))
    if (list === undefined) return undefined
    let pool = left.get(list)
    if (pool === undefined || pool.length === 0) left.set(list, (pool = [...new Set(list)]))
    const [value = ''] = pool.splice(Math.floor(draw() * pool.length), 1)
    drawn.set(path, value)
    return value
  }
}

/** Fills every text in a value, at any depth. A value without placeholders is returned as it is. */
export const fillDeep = <Value>(value: Value, fill: (text: string) => string): Value =>
  hasPlaceholders(value) ? (mapTexts(value, fill) as Value) : value

function hasPlaceholders(part: unknown): boolean {
  if (typeof part === 'string') return part.includes('{{')
  if (typeof part !== 'object' || part === null) return false
  for (const key in part) if (hasPlaceholders((part as Record<string, unknown>)[key])) return true
  return false
}
