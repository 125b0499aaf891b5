import { useEffect, useRef, useState } from 'preact/hooks'
import { ask as askOfAddress, place } from '../../app/location.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Composer, type Draft } from './composer/composer.tsx'
import type { Chat, Desk } from './model/chat.ts'
import { Sidebar } from './sidebar/sidebar.tsx'
import { Timeline } from './timeline/timeline.tsx'
import { TurnArticle } from './turn/turn-article.tsx'
import { useFollow } from './use-follow.ts'

const panes = ['Conversations', 'Chat', 'Timeline'] as const
type Pane = (typeof panes)[number]

/** The three panes of the chat; a narrow window shows one of them. */
export function Desktop({ chat, desk }: { readonly chat: Chat; readonly desk: Desk }) {
  const { thread } = desk
  const [pane, setPane] = useState<Pane>('Chat')
  const [draft, setDraft] = useState<Draft>({ text: '', mode: 'auto', agentId: '' })
  const id = thread.id.value

  const open = (wanted: string | undefined) => {
    setPane('Chat')
    void thread.open(wanted)
  }
  const ask = (text: string) => {
    setDraft({ ...draft, text: '' })
    void thread.ask({ q: text, mode: draft.mode, agentId: draft.agentId || undefined })
  }
  // The address names the conversation: a reload, or a link of another page, opens it.
  const wanted = place.value.params.get('conversation') ?? undefined
  const isFirst = useRef(true)
  useEffect(() => {
    const isAsked = isFirst.current && wanted !== undefined
    isFirst.current = false
    if (wanted === id) return
    if (isAsked) void thread.open(wanted)
    else askOfAddress({ conversation: id })
  }, [id])
  const signOut = () => {
    thread.leave()
    askOfAddress({ conversation: undefined })
    chat.account.signOut()
  }

  const last = thread.turns.value.at(-1)
  return (
    <div class="desk" data-pane={pane}>
      <div class="pane-switch row" role="group" aria-label="Pane">
        {panes.map((name) => (
          <Button key={name} pressed={name === pane} onClick={() => setPane(name)}>
            {name}
          </Button>
        ))}
      </div>
      <Sidebar
        desk={desk}
        who={chat.account.identity.value?.name ?? ''}
        onSignOut={signOut}
        onOpen={open}
      />
      <section class="thread" aria-label="Chat">
        <Turns desk={desk} draft={draft} onAsk={ask} />
        <Composer desk={desk} draft={draft} onDraft={setDraft} onAsk={ask} />
      </section>
      <Timeline chat={chat} link={last?.link.value} pane={pane} />
    </div>
  )
}

type TurnsProps = {
  readonly desk: Desk
  readonly draft: Draft
  readonly onAsk: (q: string) => void
}

function Turns({ desk, draft, onAsk }: TurnsProps) {
  const { thread, agents } = desk
  const turns = thread.turns.value
  const last = turns.at(-1)
  const told = last?.view.value
  const follow = useFollow(turns.length, told, last?.link.value)

  const agent = agents.value.find(({ id }) => id === draft.agentId) ?? agents.value[0]
  return (
    <div {...follow} class="turns" tabIndex={0} role="region" aria-label="Turns">
      {thread.trouble.value !== undefined && <Notice tone="bad">{thread.trouble.value}</Notice>}
      {turns.length === 0 && thread.trouble.value === undefined && (
        <div class="empty">
          <h2>What shall we ask?</h2>
          {draft.agentId !== '' && agent?.description && <p>{agent.description}</p>}
          <div class="suggestions" role="group" aria-label="Questions to begin with">
            {(draft.agentId === '' ? openers : (agent?.suggested_prompts ?? [])).map((text) => (
              <Button key={text} onClick={() => onAsk(text)}>
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
          onSuggestion={onAsk}
        />
      ))}
      <p class="unseen" role="status">
        {told?.isOver && told.answer !== '' ? 'The answer is complete.' : ''}
        {told?.awaits === undefined ? '' : 'The turn waits for your decision.'}
      </p>
    </div>
  )
}

/** What is asked of no agent in particular: scripts of this server know the answers. */
const openers = [
  'Where is my order?',
  'Which market should we enter next year?',
  'Hello, what can you do?',
]
