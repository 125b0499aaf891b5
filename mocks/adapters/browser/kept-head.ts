import type { WorldOrder, WorldState } from '../../state/world-plan.ts'

/** What a world was when its log began: written at once, so it is whole or the one before. */
export type Head = {
  /** The id of the log that goes on from here. */
  readonly log: string
  /** The hash of what it began with. */
  readonly fixture: string
  /** Whether it was ordered to begin with that, or began with what the fake had. */
  readonly chosen: boolean
  readonly order: Omit<WorldOrder, 'fixture'>
  /** Milliseconds of the machine. */
  readonly at: number
  readonly state: WorldState
}

/** A head as text; what it leads to stands first. */
export function toText({ log, fixture, order, ...rest }: Head): string {
  // JSON has no word for infinity.
  const speed = order.speed === Number.POSITIVE_INFINITY ? 'max' : order.speed
  return JSON.stringify({ log, fixture, ...rest, order: { ...order, speed } })
}

/** A head from its text; `undefined` where it is damaged, or not ours. */
export function fromText(text: string): Head | undefined {
  const head = parseObject<Record<keyof Head, unknown>>(text)
  const { log, fixture, at, order, state } = head ?? {}
  const isWhole =
    typeof log === 'string' &&
    typeof fixture === 'string' &&
    typeof at === 'number' &&
    isObject(order) &&
    isObject(state) &&
    isObject(state['records']) &&
    isObject(state['tables'])
  if (!isWhole) return undefined
  const speed = order['speed'] === 'max' ? Number.POSITIVE_INFINITY : order['speed']
  return { ...head, order: { ...order, speed } } as unknown as Head
}

/** What a head leads to, without reading all of it. */
export function leadsTo(text: string | null): Pick<Head, 'log' | 'fixture'> | undefined {
  const [, log, fixture] = /^\{"log":"([^"]+)","fixture":"([^"]+)"/.exec(text ?? '') ?? []
  return log === undefined || fixture === undefined ? undefined : { log, fixture }
}

/** A JSON object from its text; `undefined` where it is none. */
export function parseObject<Value>(text: string): Partial<Value> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? (value as Partial<Value>) : undefined
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
