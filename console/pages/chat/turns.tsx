import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Desk } from './model/desk.ts'
import { TurnArticle } from './turn/turn-article.tsx'
import { useFollow } from './use-follow.ts'

/** The turns of the conversation that is open; before the first, what one could ask. */
export function Turns({ desk }: { readonly desk: Desk }) {
  const { thread, agent, offers } = desk
  const turns = thread.turns.value
  const last = turns.at(-1)
  const told = last?.view.value
  const follow = useFollow(turns.length, told, last?.link.value)
  const ask = (text: string) => {
    // What was pressed goes with the press: the focus stays with what comes of it.
    follow.ref.current?.focus()
    desk.ask(text)
  }
  return (
    <div {...follow} class="turns" tabIndex={0} role="region" aria-label="Turns">
      {thread.trouble.value !== undefined && <Notice tone="bad">{thread.trouble.value}</Notice>}
      {turns.length === 0 && thread.trouble.value === undefined && (
        <div class="empty">
          <h2>What shall we ask?</h2>
          {agent.value?.description && <p>{agent.value.description}</p>}
          <div class="suggestions" role="group" aria-label="Questions to begin with">
            {offers.value.map((text) => (
              <Button key={text} onClick={() => ask(text)}>
                {text}
              </Button>
            ))}
          </div>
        </div>
      )}
      {turns.map((turn, at) => (
        <TurnArticle
          key={turn.key}
          turn={turn}
          desk={desk}
          isLast={at === turns.length - 1}
          onSuggestion={ask}
        />
      ))}
      <p class="unseen" role="status">
        {told?.isOver && told.answer !== '' ? 'The answer is complete.' : ''}
        {told?.awaits === undefined ? '' : 'The turn waits for your decision.'}
      </p>
    </div>
  )
}
