import { memo } from 'preact/compat'
import { useCallback, useContext, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Notice, Badge } from '../../ui/feedback.tsx'
import type { SessionStore } from './model/session-store.ts'
import { TurnGrowthContext, useScrollToEnd } from './hooks.ts'
import { AudienceContext } from '../../app/audience.ts'
import type { ThreadTurn, TurnConnection } from './model/turn-reader.ts'
import { Markdown } from './markdown/markdown.tsx'
import { Steps } from './turn/steps.tsx'
import { formatSeconds } from '../../ui/describe-time.ts'
import { PlanRound, type ShowStep } from './turn/plan.tsx'
import type { TurnResult, TurnState } from './turn/turn-state.ts'
import { BreakCause, EarlierBreakFault } from './break-cause.tsx'

const doNothing = () => undefined

/** At first, only this many of the newest turns are shown. A button shows as many more. */
const turnsAtOnce = 20

type TurnsProps = {
  readonly store: SessionStore
  /** Shows a step of the newest turn's plan in the timeline; `undefined` without a timeline. */
  readonly onShowStep?: ShowStep | undefined
}

/** Shows the turns of the open conversation. Before the first turn, shows suggested questions. */
export function Turns({ store, onShowStep }: TurnsProps) {
  const { thread, agent, suggestions } = store
  const turns = thread.turns.value
  const last = turns.at(-1)
  const lastState = last?.state.value
  const [count, setCount] = useState(turnsAtOnce)
  const hiddenCount = Math.max(0, turns.length - count)
  const { follow, onGrow } = useScrollToEnd(turns.length, [lastState, last?.connection.value])
  const ask = useCallback(
    (text: string) => {
      // The pressed button disappears, so the focus moves to the turns.
      follow.ref.current?.focus()
      store.ask(text)
    },
    [store],
  )
  return (
    <div {...follow} class="turns" tabIndex={0} role="region" aria-label="Turns">
      {thread.error.value !== undefined && <Notice tone="bad">{thread.error.value}</Notice>}
      {turns.length === 0 && (
        <div class="empty">
          <h2>What would you like to ask?</h2>
          {agent.value?.description && <p>{agent.value.description}</p>}
          <div class="suggestions" role="group" aria-label="Suggested first questions">
            {suggestions.value.map((text) => (
              <Button key={text} onClick={() => ask(text)}>
                {text}
              </Button>
            ))}
          </div>
        </div>
      )}
      {hiddenCount > 0 && (
        <div class="row">
          <Button onClick={() => setCount(count + turnsAtOnce)}>
            Show earlier turns ({hiddenCount.toLocaleString('en')})
          </Button>
        </div>
      )}
      {turns.slice(hiddenCount).map((turn) => (
        <TurnGrowthContext.Provider key={turn.key} value={turn === last ? onGrow : doNothing}>
          <TurnArticle
            turn={turn}
            store={store}
            isLast={turn === last}
            onSuggestion={ask}
            onShowStep={turn === last ? onShowStep : undefined}
          />
        </TurnGrowthContext.Provider>
      ))}
      <p class="unseen" role="status">
        {lastState?.isOver && lastState.answer !== '' ? 'The answer is complete.' : ''}
        {lastState?.awaitedConfirmation === undefined ? '' : 'The turn waits for your decision.'}
      </p>
    </div>
  )
}

type TurnArticleProps = {
  readonly turn: ThreadTurn
  readonly store: SessionStore
  /** Whether the turn is the newest one. Only the newest turn has buttons. */
  readonly isLast: boolean
  readonly onSuggestion: (text: string) => void
  readonly onShowStep: ShowStep | undefined
}

/** Shows a turn: the question, the steps of the agent, and the answer. */
const TurnArticle = memo(function TurnArticle(props: TurnArticleProps) {
  const { turn, store, isLast, onSuggestion, onShowStep } = props
  const isForAudience = useContext(AudienceContext)
  const LinkNotice = isForAudience ? AudienceNotice : ConnectionNotice
  const view = turn.state.value
  const isQuiet = view.isOver && !isLast
  const isTyping = view.isAnswering && turn.connection.value.state === 'open'
  return (
    <article class="turn" aria-label={`Question: ${view.question.slice(0, 60)}`}>
      {view.question !== '' && (
        <p
          class={view.question.length > 120 ? 'question' : 'question is-short'}
          role="heading"
          aria-level={2}
        >
          {view.question}
        </p>
      )}
      {view.routing !== undefined && !isForAudience && (
        <p class="small faint">
          Routed to <Badge>{view.routing.mode}</Badge> {view.routing.reasoning}
        </p>
      )}
      <TurnSteps view={view} store={store} isQuiet={isQuiet} onShowStep={onShowStep} />
      {view.answer !== '' && (
        <div class="answer">
          {isQuiet ? (
            <EarlierAnswer text={view.answer} />
          ) : (
            <Markdown text={view.answer} isTextComplete={!view.isAnswering} isTyping={isTyping} />
          )}
        </div>
      )}
      {view.result !== undefined && <TurnTotals result={view.result} />}
      {isLast && (
        <LinkNotice connection={turn.connection.value} store={store} question={view.question} />
      )}
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
})

/** The maximum number of characters that are shown of an earlier answer. */
const maxEarlierCharacters = 3000

/** Shows the answer of an earlier turn. Collapses a long answer. */
function EarlierAnswer({ text }: { readonly text: string }) {
  const [isOpen, setIsOpen] = useState(false)
  const end =
    text.length > maxEarlierCharacters ? text.lastIndexOf('\n\n', maxEarlierCharacters) : -1
  if (end <= 0 || isOpen) return <Markdown text={text} isTextComplete />
  return (
    <>
      <Markdown text={text.slice(0, end)} isTextComplete />
      <Button onClick={() => setIsOpen(true)}>Show the whole answer</Button>
    </>
  )
}

/** Shows the steps of a turn. Collapses the steps of earlier turns. */
function TurnSteps(props: {
  readonly view: TurnState
  readonly store: SessionStore
  readonly isQuiet: boolean
  readonly onShowStep: ShowStep | undefined
}) {
  const { view, store, isQuiet, onShowStep } = props
  const plannedCount = view.rounds.flatMap(({ steps }) => steps).length
  const count = view.steps.length + plannedCount
  if (count === 0 && view.rounds.length === 0) return null
  const turnWork = (
    <>
      {view.rounds.map((round) => (
        <PlanRound
          key={round.number}
          round={round}
          title={view.rounds.length > 1 ? `Plan, round ${round.number}` : 'Plan'}
          onShow={onShowStep}
        />
      ))}
      {view.steps.length > 0 && <Steps turn={view} client={store.client} />}
    </>
  )
  if (!isQuiet) return <div class="work">{turnWork}</div>
  return (
    <details class="work">
      <summary>{count === 1 ? 'One step' : `${count} steps`}</summary>
      {turnWork}
    </details>
  )
}

function TurnTotals({ result }: { readonly result: TurnResult }) {
  const parts = [
    result.seconds === undefined ? undefined : formatSeconds(result.seconds),
    `${result.tokens.toLocaleString('en')} tokens`,
    result.rounds === undefined || result.rounds < 2 ? undefined : `${result.rounds} rounds`,
  ]
  return (
    <p
      class="tiny faint"
      title="As the platform reports it. The timeline shows when events arrived."
    >
      {parts.filter((part) => part !== undefined).join(' · ')}
    </p>
  )
}

type ConnectionNoticeProps = {
  readonly connection: TurnConnection
  readonly store: SessionStore
  readonly question: string
}

/** Shows the state of the newest turn's connection. Offers actions for a broken connection. */
function ConnectionNotice({ connection, store, question }: ConnectionNoticeProps) {
  const { thread } = store
  switch (connection.state) {
    case 'asking':
      return (
        <p class="small faint" role="status">
          Sending …
        </p>
      )
    case 'broken':
      return (
        <Notice tone="warn" title="The stream broke. ">
          <BreakCause fallback={connection.why} /> By the specification, the turn continues without
          a reader.
        </Notice>
      )
    case 'lost':
      return (
        <Notice tone="bad" title="The connection was lost. ">
          <BreakCause fallback={connection.why} />{' '}
          <Button onClick={() => void thread.resume(connection.cursor)}>
            {connection.cursor < 0
              ? 'Read the turn from the start'
              : `Resume after cursor ${connection.cursor}`}
          </Button>
        </Notice>
      )
    case 'gone':
      return (
        <Notice tone="bad" title="This conversation no longer exists. ">
          It was deleted, or the server started again without its data.{' '}
          <Button onClick={() => askAgain(store, question)}>Ask again in a new conversation</Button>
        </Notice>
      )
    case 'refused':
      return (
        <Notice tone="bad" title="The platform refused the request. ">
          {connection.why}
        </Notice>
      )
    case 'away':
      return (
        <Notice title="This page does not read the turn. ">
          It may still run at the platform.{' '}
          <Button onClick={() => void thread.resume(-1)}>Read the turn from the start</Button>
        </Notice>
      )
    case 'open':
    case 'closed':
      return <EarlierBreakFault />
  }
}

/**
 * The texts about the connection for an audience: a sentence, and the label of a button to
 * continue.
 */
const audienceTexts: Readonly<
  Record<TurnConnection['state'], readonly [sentence: string, button?: string]>
> = {
  asking: ['Sending …'],
  broken: ['The connection is interrupted. The agent goes on working.'],
  lost: ['The connection is interrupted.', 'Continue'],
  gone: ['This conversation no longer exists.', 'Ask again in a new conversation'],
  refused: ['The agent does not answer at the moment.'],
  away: ['The agent may still be working.', 'Show the answer'],
  open: [''],
  closed: [''],
}

/** Like `ConnectionNotice`, but for an audience. */
function AudienceNotice({ connection, store, question }: ConnectionNoticeProps) {
  const [sentence, button] = audienceTexts[connection.state]
  const goOn = () => {
    if (connection.state === 'gone') askAgain(store, question)
    else void store.thread.resume(connection.state === 'lost' ? connection.cursor : -1)
  }
  return sentence === '' ? null : (
    <p class="row row-middle faint" role="status">
      {sentence} {button !== undefined && <Button onClick={goOn}>{button}</Button>}
    </p>
  )
}

function askAgain({ thread, ask }: SessionStore, question: string): void {
  void thread.open(undefined)
  ask(question)
}
