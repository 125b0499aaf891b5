/** What one who directs the turns of a world sees. */
export type DirectorState = {
  readonly paused: boolean
  readonly speed: number | 'max'
  /** What the next turn is to do; `null` leaves it to the scripts. */
  readonly waiting: { readonly next: string } | { readonly say: string } | null
  readonly turns: readonly RunningTurn[]
}

export type RunningTurn = {
  readonly id: string
  readonly conversation_id: string | null
  readonly mode: 'react' | 'dag'
  readonly events: number
  readonly next_beat_at: string | null
  readonly awaiting: string | null
}

export type ScenarioList = {
  readonly scenarios: readonly { readonly name: string; readonly about?: string }[]
}
