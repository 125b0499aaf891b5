import { hrefOf } from '../../app/location.ts'
import { usePolling, useQuery } from '../../control/hooks.ts'
import { Badge, EmptyState } from '../../ui/feedback.tsx'
import type { RunningTurn, TurnOutline, TurnPart } from '../../../contract/control/director.ts'
import { scriptTitle } from './script-texts.ts'
import { shorten } from '../../../contract/shorten.ts'

/** Milliseconds between two requests for what comes next. */
const pollInterval = 500

/** What each running turn has said, and what comes next with its time. */
export function Teleprompter({ turns }: { readonly turns: readonly RunningTurn[] }) {
  return (
    <section class="stack" aria-label="Running turns">
      {turns.length === 0 ? (
        <EmptyState title="No turn is running">
          Ask a question in the chat. Here you see what was said and what comes next.
        </EmptyState>
      ) : (
        turns.map((turn) => <PromptedTurn key={turn.id} turn={turn} />)
      )}
    </section>
  )
}

function PromptedTurn({ turn }: { readonly turn: RunningTurn }) {
  const { id, question, script, events, awaiting, conversation_id: conversation } = turn
  const { data, refetch } = useQuery<TurnOutline>(`director/turns/${id}?events=${events}`)
  usePolling(refetch, pollInterval)
  const title = question === '' ? 'A turn' : `“${question}”`
  return (
    <article class="card stack prompter" aria-label={`Turn: ${question}`}>
      <header class="row row-middle">
        <h2>
          {conversation === null ? title : <a href={hrefOf('chat', { conversation })}>{title}</a>}
        </h2>
        <span class="faint small">
          {script === null ? 'a generated answer' : scriptTitle(script)} ·{' '}
          <span class="prompter-events">{events}</span> events sent
        </span>
        {awaiting !== null && <Badge tone="warn">waiting for approval</Badge>}
      </header>
      {data !== undefined && <Parts outline={data} isWaiting={awaiting !== null} />}
    </article>
  )
}

type PartsProps = {
  readonly outline: TurnOutline
  /** Whether everything that comes next waits for an approval. */
  readonly isWaiting: boolean
}

const Parts = ({ outline, isWaiting }: PartsProps) => (
  <div class="prompter-parts">
    <section aria-label="Said">
      <h3>Said</h3>
      <ol class="prompter-list prompter-sent" tabIndex={0} aria-label="Parts that were sent">
        {outline.sent.slice(-4).map((part, index) => (
          <Part key={index} part={part} text={endOf(part.text, 400)} />
        ))}
      </ol>
    </section>
    <section aria-label="Comes next">
      <h3>{isWaiting ? 'Comes next, after the approval' : 'Comes next'}</h3>
      <ol class="prompter-list" tabIndex={0} aria-label="Parts that come next">
        {outline.upcoming.slice(0, 8).map((part, index) => (
          <Part
            key={index}
            part={part}
            text={shorten(part.text, 400)}
            {...(!isWaiting && { time: timeUntil(part.at, outline.now) })}
          />
        ))}
      </ol>
    </section>
  </div>
)

type PartProps = { readonly part: TurnPart; readonly text: string; readonly time?: string }

const Part = ({ part, text, time }: PartProps) => (
  <li class={`prompter-part prompter-${part.kind}`}>
    <span class="small faint">
      {verbs[part.kind]} {time !== undefined && <span class="prompter-time">{time}</span>}
    </span>
    <span class="prompter-text">{text}</span>
  </li>
)

const verbs: Readonly<Record<TurnPart['kind'], string>> = {
  thought: 'Thinks',
  tool: 'Calls a tool',
  result: 'Gets its result',
  approval: 'Asks for approval',
  plan: 'Phase',
  step: 'Begins a step',
  answer: 'Says',
  event: 'Then',
}

const endOf = (text: string, length: number): string =>
  text.length <= length ? text : `… ${text.slice(-length)}`

function timeUntil(at: string, now: string): string {
  const seconds = (Date.parse(at) - Date.parse(now)) / 1000
  if (seconds <= 0.05) return 'now'
  return seconds < 60 ? `in ${seconds.toFixed(1)} s` : `in ${Math.round(seconds / 60)} min`
}
