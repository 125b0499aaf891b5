/** A call of a tool, as far as it was told. */
export type ToolCall = {
  readonly tool: string
  readonly input: unknown
  readonly iteration: number | undefined
  readonly reasoning: string | undefined
  readonly observation: string | undefined
  readonly error: string | undefined
  /** How long it took, by the platform's own count. */
  readonly seconds: number | undefined
  readonly state: 'running' | 'done' | 'failed'
}
