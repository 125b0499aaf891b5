import type { Grade } from '../../contract/choices/choice.ts'
import type { FaultCounts, FaultInput } from '../../contract/fault.ts'

/** A page of a list. */
export type ListPage<Item> = {
  readonly items: readonly Item[]
  readonly total: number
  readonly page: number
  readonly size: number
  readonly pages: number
}

/** A record as the world stores it. */
export type StoredRecord = { readonly id: string } & Readonly<Record<string, unknown>>

export type KindList = {
  readonly kinds: readonly { readonly kind: string; readonly total: number }[]
}

/** How the time of the world stands. */
export type WorldTime = { readonly now: string; readonly frozen: boolean; readonly scale: number }

/** A fault of the world, and how often it was met and struck. */
export type NamedFault = FaultInput & { readonly id: string } & FaultCounts

export type FaultList = { readonly faults: readonly NamedFault[] }

/** A call, as one line of the journal. */
export type CallLine = {
  readonly number: number
  readonly time: string
  readonly method: string
  readonly path: string
  readonly query: string
  readonly endpoint: string | null
  readonly caller: {
    readonly email: string
    readonly key: { readonly prefix: string; readonly name: string } | null
  } | null
  readonly scenario: string | null
  readonly status: number | null
  readonly code: string | null
  readonly condition: string | null
  readonly faults: readonly string[]
  readonly ms: number
  readonly explanation: string | null
  readonly stream: {
    readonly state: 'open' | 'end' | 'left' | 'cut'
    readonly events: number
    readonly bytes: number
    readonly ended_at: string | null
  } | null
}

/** A body: masked, and only its beginning where `length` is more. */
export type ShownBody = { readonly text: string; readonly length: number }

/** A frame of a stream as its reader was handed it. */
export type DeliveredFrame = {
  readonly event: string
  readonly cursor: number | null
  readonly time: string
  readonly bytes: number
}

export type ReliedOn = { readonly choice: string; readonly option: string; readonly grade: Grade }

/** All that the journal has of a call. */
export type CallRecord = CallLine & {
  readonly request: {
    readonly headers: Readonly<Record<string, string>>
    readonly body: ShownBody | null
  }
  readonly response: { readonly body: ShownBody | null }
  readonly frames: readonly DeliveredFrame[]
  readonly frames_beyond: number
  readonly partial_bytes: number
  readonly relied_on: readonly ReliedOn[]
}

/** A pick that the world plays. */
export type PickInEffect = {
  readonly option: string
  readonly value?: unknown
  readonly grade: Grade | undefined
  readonly says: string
}

/** A row of the table of choices, with what the world plays. */
export type ChoiceInEffect = {
  readonly id: string
  readonly question: string
  readonly clause: string
  readonly kind: string
  readonly applies: boolean
  readonly pick: PickInEffect
  readonly at: Readonly<Record<string, PickInEffect>>
  readonly default: string
  readonly options: Readonly<
    Record<string, { readonly grade: Grade; readonly says: string; readonly takes_value?: true }>
  >
}

export type ChoiceTable = { readonly profile: string; readonly choices: readonly ChoiceInEffect[] }

/** How many calls exercised each part of something, and which parts none did. */
export type Exercise = {
  readonly exercised: readonly { readonly name: string; readonly calls: number }[]
  readonly never: readonly string[]
}

/** A choice that calls relied on. */
export type Reliance = ReliedOn & {
  readonly question: string
  readonly says: string
  readonly clause: string
  readonly calls: number
  readonly first: readonly { readonly world: string; readonly number: number }[]
}

export type CoverageReport = {
  readonly world: string | null
  readonly calls: number
  readonly endpoints: Exercise
  readonly errors: Exercise
  readonly events: Exercise
  readonly choices: { readonly relied_on: readonly Reliance[]; readonly never: readonly string[] }
  readonly assumed: number
}

/** A world, as the control API lists it. */
export type WorldOutline = {
  readonly name: string
  readonly seed: string
  readonly fixture: string
  readonly profile: string
  readonly speed: number | 'max'
  readonly time: { readonly now: string; readonly frozen: boolean; readonly scale: number }
  readonly streams: number
  readonly idle_ms: number
  readonly ttl_ms: number | null
}

/** The same, with what one needs to sign in. */
export type WorldAccount = WorldOutline & {
  readonly users: readonly { readonly email: string; readonly password: string }[]
  /** The values of keys, by what they are made for. */
  readonly keys: Readonly<Record<string, string>>
}

/** A plan: what it does beyond the one before it, and what it costs at most. */
export type PlanInfo = {
  readonly name: string
  readonly says: string
  readonly checks: number
  readonly requests: number
  readonly turns: number
  readonly keys: number
  readonly conversations: number
}

/** How often each verdict was found. */
export type VerdictCounts = Readonly<Partial<Record<Verdict, number>>>

export type Verdict =
  | 'pass'
  | 'fail'
  | 'warn'
  | 'observed'
  | 'skipped'
  | 'blocked'
  | 'inconclusive'
  | 'error'

type CheckCount = {
  readonly checks: number
  readonly done: number
  readonly verdicts: VerdictCounts
}

export type SectionCount = CheckCount & { readonly name: string }

/** A check that fails or warns. */
export type CheckFailure = {
  readonly id: string
  readonly verdict: Verdict
  readonly clause: string
  readonly says: string
  readonly message: string
  /** The picks of the world that make it fail. */
  readonly played: readonly { readonly choice: string; readonly option: string }[]
}

/** The state of a conformance run. */
export type ConformanceRun = CheckCount & {
  readonly id: string
  readonly state: 'running' | 'stopping' | 'over'
  readonly plan: string
  /** The world that its own was made after. */
  readonly like: string
  readonly world: string
  readonly profile: string
  readonly speed: number
  readonly ms: number
  readonly stopped: 'asked' | 'too-long' | 'world-gone' | null
  readonly groups: readonly SectionCount[]
  readonly failures: readonly CheckFailure[]
  /** The page of its report, behind the base URL of the server. */
  readonly report: string | null
  readonly conclusion: string | null
}

/** The plans of the server, and its current or last run. */
export type ConformanceStatus = {
  readonly plans: readonly PlanInfo[]
  readonly run: ConformanceRun | null
}
