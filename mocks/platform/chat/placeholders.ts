import type { StoredAgent } from '../../../contract/records/agent.ts'
import type { StoredUser } from '../../../contract/records/user.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { Scenario } from '../../../contract/scripts/scenario.ts'

/** Puts values in the places of a text; those given besides go before. */
export type FillText = (text: string, besides?: Readonly<Record<string, string>>) => string

/** A turn as those after it may speak of it. */
export type TurnTexts = { readonly query: string; readonly answer: string }

/** What the places of a script are filled from. */
export type PlaceholderSources = {
  readonly query: string
  readonly user: Pick<StoredUser, 'display_name' | 'email'>
  readonly agent: Pick<StoredAgent, 'name' | 'description'> | undefined
  /** The turns before this one in its conversation. */
  readonly past: readonly TurnTexts[]
  /** The named groups of the query, and of the turns before it in the dialogue. */
  readonly groups: Readonly<Record<string, string>>
  /** The moment that it happens at: ISO 8601, UTC. */
  readonly now: string
  readonly values: Scenario['values']
  /** A fraction from 0 up to 1. */
  readonly draw: () => number
}

const placeholder = /\{\{\s*([\p{L}_$][\p{L}\p{N}_.#$-]*)\s*\}\}/gu

/**
 * Fills in texts, all places at once: what a value says is not a place. An unknown one stays. What a
 * text would become is counted first: one that grows by more than 64 KB becomes a note of that.
 */
export function createFillText(occasion: PlaceholderSources): FillText {
  const { query, user, agent, past, groups, now } = occasion
  const name = user.display_name ?? user.email
  const drawn = createDraw(occasion)
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
  const valueOf = (wanted: string) => {
    const value = ownField(known, wanted)
    if (value !== undefined) return value
    const [, turn, part] = /^(previous|turn\.\d+)\.(query|answer)$/.exec(wanted) ?? []
    if (turn === undefined) return drawn(wanted)
    const told = turn === 'previous' ? past.at(-1) : past[Number(turn.slice(5)) - 1]
    return told?.[part as 'query' | 'answer'] ?? ''
  }
  let leftOfTurn = placesOfTurn
  return (text, besides = {}) => {
    const valueIn = (wanted: string) => ownField(besides, wanted) ?? valueOf(wanted)
    let characters = 0
    for (const [, wanted = ''] of text.matchAll(placeholder))
      characters += valueIn(wanted)?.length ?? 0
    if (characters > Math.min(placesOfText, leftOfTurn)) return tooLargeNote(characters)
    leftOfTurn -= characters
    return text.replaceAll(placeholder, (written, wanted: string) => valueIn(wanted) ?? written)
  }
}

const { placesOfText, placesOfTurn } = ownLimits

const tooLargeNote = (characters: number) =>
  `[The places of this text would put ${characters} characters into it. A text takes ${placesOfText} at most, and all texts of a turn ${placesOfTurn}.]`

/** A field of a record that a script names; never one that every object has. */
const ownField = <Value>(
  record: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined => (Object.hasOwn(record, name) ? record[name] : undefined)

/** Draws a value for each place: the same one all along, and no other place of its kind has it. */
function createDraw({
  values = {},
  draw,
}: PlaceholderSources): (place: string) => string | undefined {
  const drawn = new Map<string, string>()
  const left = new Map<readonly string[], string[]>()
  return (wanted) => {
    const before = drawn.get(wanted)
    if (before !== undefined) return before
    const list = ownField(values, wanted) ?? ownField(values, wanted.replace(/#\d+$/, ''))
    if (list === undefined) return undefined
    let pool = left.get(list)
    if (pool === undefined || pool.length === 0) left.set(list, (pool = [...new Set(list)]))
    const [value = ''] = pool.splice(Math.floor(draw() * pool.length), 1)
    drawn.set(wanted, value)
    return value
  }
}

/** Fills in every text of a value, however deep it lies; one without places is not copied. */
export function fillDeep<Value>(value: Value, fill: (text: string) => string): Value {
  const within = (part: unknown): unknown => {
    if (typeof part === 'string') return fill(part)
    if (Array.isArray(part)) return part.map(within)
    if (typeof part !== 'object' || part === null) return part
    return Object.fromEntries(Object.entries(part).map(([key, held]) => [key, within(held)]))
  }
  return hasPlaceholders(value) ? (within(value) as Value) : value
}

function hasPlaceholders(part: unknown): boolean {
  if (typeof part === 'string') return part.includes('{{')
  if (typeof part !== 'object' || part === null) return false
  for (const key in part) if (hasPlaceholders((part as Record<string, unknown>)[key])) return true
  return false
}
