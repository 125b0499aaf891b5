import type { ToolCall } from './tool-call.ts'

/** What events say of a tool call, in steps as well as in plans. */
export type CallNews = {
  readonly tool?: string | undefined
  readonly input?: unknown
  readonly status?: string | undefined
  readonly iteration?: number | undefined
  readonly reasoning?: string | null | undefined
  readonly observation?: string | null | undefined
  readonly error?: string | null | undefined
  readonly iter_elapsed?: number | undefined
}

/** Whether the news is the end of a call that runs; calls of one iteration may run side by side. */
export const endsCall = (call: ToolCall, news: CallNews): boolean =>
  news.status !== 'start' &&
  call.state === 'running' &&
  call.tool === news.tool &&
  call.iteration === news.iteration &&
  JSON.stringify(call.input) === JSON.stringify(news.input)

/** The call, as the news leaves it. */
export const callOf = (news: CallNews): ToolCall => ({
  tool: news.tool ?? 'a tool',
  input: news.input,
  iteration: news.iteration,
  reasoning: news.reasoning ?? undefined,
  observation: news.observation ?? undefined,
  error: news.error ?? undefined,
  seconds: news.iter_elapsed,
  state: news.status === 'start' ? 'running' : news.error ? 'failed' : 'done',
})

/** The calls with the news among them: a running one ended, or another one. */
export function withCall(calls: readonly ToolCall[], news: CallNews): readonly ToolCall[] {
  const at = calls.findIndex((call) => endsCall(call, news))
  return at === -1 ? [...calls, callOf(news)] : calls.with(at, callOf(news))
}
