/** A plan: what it does beyond the one before it, and what it costs at most. */
export type Plan = {
  readonly name: string
  readonly says: string
  readonly checks: number
  readonly requests: number
  readonly turns: number
  readonly keys: number
  readonly conversations: number
}

/** How often each verdict was found. */
export type Verdicts = Readonly<Partial<Record<Verdict, number>>>

export type Verdict =
  | 'pass'
  | 'fail'
  | 'warn'
  | 'observed'
  | 'skipped'
  | 'blocked'
  | 'inconclusive'
  | 'error'

type Count = { readonly checks: number; readonly done: number; readonly verdicts: Verdicts }

export type Group = Count & { readonly name: string }

/** A check that fails or warns. */
export type Failure = {
  readonly id: string
  readonly verdict: Verdict
  readonly clause: string
  readonly says: string
  readonly message: string
  /** The picks of the world that make it fail. */
  readonly played: readonly { readonly choice: string; readonly option: string }[]
}

/** How a run of the judge stands. */
export type Run = Count & {
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
  readonly groups: readonly Group[]
  readonly failures: readonly Failure[]
  /** The page of its report, behind the base URL of the server. */
  readonly report: string | null
  readonly conclusion: string | null
}

/** What the judge of a server can do, and what it does. */
export type Standing = { readonly plans: readonly Plan[]; readonly run: Run | null }
