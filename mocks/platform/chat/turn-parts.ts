import type { TurnPart } from '../../../contract/control/director.ts'
import type { EventData, TurnEvent } from '../../../contract/events.ts'

type DatedEvent = TurnEvent & { readonly at: string }
type Part = Pick<TurnPart, 'kind' | 'text'>
type MutablePart = { -readonly [Field in keyof TurnPart]: TurnPart[Field] }

/** The parts of a turn that its events make: the deltas of a text are joined. */
export function joinEvents(events: readonly DatedEvent[]): TurnPart[] {
  const parts: MutablePart[] = []
  for (const event of events) {
    const part = partOf(event)
    if (part === undefined) continue
    const last = parts.at(-1)
    if (last !== undefined && last.kind === part.kind && isDelta(event)) last.text += part.text
    else parts.push({ ...part, at: event.at })
  }
  return parts
}

const isDelta = ({ event, data }: TurnEvent) =>
  (event === 'answer' && data.type === 'delta') || (event === 'step' && data.type === 'thinking')

/** The part that an event begins or continues; `undefined` for one that nobody reads. */
function partOf({ event, data }: TurnEvent): Part | undefined {
  switch (event) {
    case 'answer':
      return data.type === 'delta' ? { kind: 'answer', text: data.text } : undefined
    case 'step':
      return partOfStep(data)
    case 'step_progress':
      return partOfProgress(data)
    case 'phase':
      return data.status === 'start' ? { kind: 'plan', text: phaseText(data) } : undefined
    case 'awaiting_confirmation':
      return { kind: 'approval', text: data.tool_name }
    case 'inject':
      return { kind: 'event', text: `The user adds: ${data.content}` }
    case 'suggestions':
      return { kind: 'event', text: `Suggestions: ${data.join(' · ')}` }
    case 'title':
      return { kind: 'event', text: `Title: ${data.title}` }
    case 'error':
      return { kind: 'event', text: `Fails: ${data.message}` }
    case 'violation':
      return { kind: 'event', text: `Violation: ${data.name}` }
    case 'end':
      return { kind: 'event', text: 'End of the turn' }
    default:
      return undefined
  }
}

function partOfStep(data: EventData<'step'>): Part | undefined {
  if (data.type === 'thinking') return thought(data.thinking_delta)
  if (data.type === 'answer') return undefined
  return data.status === 'start'
    ? { kind: 'tool', text: callText(data.tool, data.input) }
    : { kind: 'result', text: data.error ?? data.observation ?? '' }
}

function partOfProgress(data: EventData<'step_progress'>): Part | undefined {
  const { event, task, tool, input, status } = data
  if (event === 'started') return { kind: 'step', text: task ?? data.step_id }
  if (tool === undefined || status !== 'start') return undefined
  return { kind: 'tool', text: callText(tool, input ?? {}) }
}

const thought = (text: string | undefined): Part | undefined =>
  text === undefined ? undefined : { kind: 'thought', text }

const callText = (tool: string, input: object) => `${tool} ${JSON.stringify(input)}`

const phaseText = ({ name, reason }: EventData<'phase'>) =>
  name.replace('_', ' ') + (reason === undefined ? '' : `: ${reason}`)
