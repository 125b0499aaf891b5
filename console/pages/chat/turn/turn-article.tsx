import { Button } from '../../../ui/button.tsx'
import { Badge } from '../../../ui/badge.tsx'
import type { Desk } from '../model/desk.ts'
import type { ShownTurn } from '../model/shown-turn.ts'
import { Markdown } from '../markdown/markdown.tsx'
import { secondsOf } from './details.tsx'
import { Plan } from './plan.tsx'
import { Steps } from './steps.tsx'
import { LinkState } from './link-state.tsx'
import type { Result, TurnView } from './turn-view.ts'

export type TurnArticleProps = {
  readonly turn: ShownTurn
  readonly desk: Desk
  /** Whether it is the newest: what can be done about it is offered there alone. */
  readonly isLast: boolean
  readonly onSuggestion: (text: string) => void
}

/** A turn: the question, what the agent did about it, and the answer. */
export function TurnArticle({ turn, desk, isLast, onSuggestion }: TurnArticleProps) {
  const view = turn.view.value
  const isQuiet = view.isOver && !isLast
  const isTyping = view.isAnswering && turn.link.value.state === 'open'
  return (
    <article class="turn" aria-label={`Question: ${view.question.slice(0, 60)}`}>
      {view.question !== '' && <p class="question">{view.question}</p>}
      {view.routing !== undefined && (
        <p class="small faint">
          Routed to <Badge>{view.routing.mode}</Badge> {view.routing.reasoning}
        </p>
      )}
      <Work view={view} desk={desk} isQuiet={isQuiet} />
      {view.answer !== '' && (
        <div class={`answer ${isTyping ? 'is-typing' : ''}`}>
          <Markdown text={view.answer} isWhole={!view.isAnswering} />
        </div>
      )}
      {view.result !== undefined && <Counted result={view.result} />}
      {isLast && <LinkState link={turn.link.value} thread={desk.thread} />}
      {isLast && view.suggestions.length > 0 && (
        <div class="suggestions" role="group" aria-label="Suggested questions">
          {view.suggestions.map((text) => (
            <Button key={text} onClick={() => onSuggestion(text)}>
              {text}
            </Button>
          ))}
        </div>
      )}
    </article>
  )
}

/** The way to the answer; that of earlier turns is folded. */
function Work(given: { readonly view: TurnView; readonly desk: Desk; readonly isQuiet: boolean }) {
  const { view, desk, isQuiet } = given
  const planned = view.rounds.flatMap(({ steps }) => steps).length
  const count = view.steps.length + planned
  if (count === 0 && view.rounds.length === 0) return null
  const work = (
    <>
      {view.rounds.length > 0 && <Plan rounds={view.rounds} />}
      {view.steps.length > 0 && <Steps turn={view} client={desk.client} />}
    </>
  )
  if (!isQuiet) return <div class="work">{work}</div>
  return (
    <details class="work">
      <summary>{count === 1 ? 'One step' : `${count} steps`}</summary>
      {work}
    </details>
  )
}

function Counted({ result }: { readonly result: Result }) {
  const parts = [
    result.seconds === undefined ? undefined : secondsOf(result.seconds),
    `${result.tokens.toLocaleString('en')} tokens`,
    result.rounds === undefined || result.rounds < 2 ? undefined : `${result.rounds} rounds`,
  ]
  return <p class="tiny faint">{parts.filter((part) => part !== undefined).join(' · ')}</p>
}
