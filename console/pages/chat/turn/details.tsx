import type { ComponentChildren } from 'preact'
import { Badge } from '../../../ui/badge.tsx'
import { Code } from '../../../ui/code.tsx'
import type { ToolCall } from './tool-call.ts'

const asText = (value: unknown) =>
  typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)

/** JSON that came as a text, in lines of its own; any other text as it is. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2)
  } catch {
    return text
  }
}

/** Something that opens: a line of what it is, and all there is of it below. */
export const Fold = (given: {
  readonly summary: ComponentChildren
  readonly open?: boolean
  readonly children: ComponentChildren
}) => (
  <details class="fold" open={given.open}>
    <summary>{given.summary}</summary>
    <div class="fold-body">{given.children}</div>
  </details>
)

/** A call of a tool: its name and state, and what went in and came out to open. */
export function CallFold({ call }: { readonly call: ToolCall }) {
  const { tool, input, reasoning, observation, error, seconds, state } = call
  return (
    <Fold
      summary={
        <>
          <span class={`step-sign is-${state}`} aria-hidden="true" />
          <code>{tool}</code> <CallState state={state} seconds={seconds} />
        </>
      }
    >
      {reasoning !== undefined && <p>{reasoning}</p>}
      {input !== undefined && <Code label={`input of ${tool}`} text={asText(input)} wrap />}
      {observation !== undefined && observation !== '' && (
        <Code label={`what ${tool} returned`} text={readable(observation)} wrap />
      )}
      {error !== undefined && error !== '' && <p class="bad">{error}</p>}
    </Fold>
  )
}

function CallState({ state, seconds }: Pick<ToolCall, 'state' | 'seconds'>) {
  if (state === 'running') return <Badge tone="info">running</Badge>
  if (state === 'failed') return <Badge tone="bad">failed</Badge>
  return <span class="faint small">{seconds === undefined ? 'done' : secondsOf(seconds)}</span>
}

/** Seconds for people. */
export const secondsOf = (seconds: number) => `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`
