import { hrefOf } from '../../app/location.ts'
import { ErrorNotice, Badge, EmptyState } from '../../ui/feedback.tsx'
import { keyHint } from '../../keys/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { DirectorShortcuts } from './shortcuts.tsx'
import { speeds, sendCommand } from './commands.ts'
import './director.css'
import { Timestamp } from '../../ui/text.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type { RunningTurn, DirectorState } from '../../../contract/control/director.ts'
import type { ScenarioList } from '../../../contract/control/worlds.ts'
import { useState } from 'preact/hooks'
import { useQuery, useMutation, usePolling } from '../../control/hooks.ts'
import { usePlatform } from '../../app/platform.ts'
import { matchingScript, ResetDialog } from './dialogs.tsx'
import {
  resetWorld,
  saveWorld,
  savedWorldAt,
  restoreSavedWorld,
} from '../../control/saved-world.ts'

/** Controls the running turns of the world and the next one. */
export function DirectorPage() {
  const { state, command, mutation, again } = useDirector()
  const paused = state?.paused === true
  const pause = () => command(paused ? { resume: true } : { pause: true })
  const step = () => command({ step: true })
  const skip = () => command({ skip: true })
  if (state === undefined) return null
  const speed = String(state.speed)
  return (
    <>
      <DirectorShortcuts onDone={again} />
      <p class="faint">
        Control the turns of the <a href={hrefOf('chat')}>chat</a> and of any other client. The
        stage shows the chat to an audience in a separate window; the keys on the buttons work
        there, too.
      </p>
      <section class="card row" aria-label="Running turns">
        <Button kind="primary" shortcut={keyHint('p')} onClick={pause}>
          {paused ? 'Resume' : 'Pause'}
        </Button>
        <Button shortcut={keyHint('n')} onClick={step}>
          Step
        </Button>
        <Button shortcut={keyHint('s')} onClick={skip}>
          Skip the pause
        </Button>
        <SelectField
          label="Speed"
          value={speed}
          options={[...new Set([...speeds.map(String), speed])].map((each) => [each, `× ${each}`])}
          onValue={(next) => command({ speed: next === 'max' ? 'max' : Number(next) })}
        />
        <span role="status" class="director-state">
          {paused && <Badge tone="warn">paused</Badge>}
        </span>
        <a class="button push" href={hrefOf('stage')} target="_blank" rel="noopener">
          Open the stage
        </a>
      </section>
      <ErrorNotice message={mutation.error} />
      <TurnTable turns={state.turns} />
      <NextTurn state={state} command={command} />
      <WorldControls />
    </>
  )
}

const TurnTable = ({ turns }: { readonly turns: readonly RunningTurn[] }) => (
  <Table
    caption="Running turns"
    columns={turnColumns}
    rows={turns}
    keyOf={({ id }) => id}
    empty={
      <EmptyState title="No turn is running">
        Ask a question in the chat, and its turn appears here.
      </EmptyState>
    }
  />
)

const turnColumns: readonly Column<RunningTurn>[] = [
  {
    label: 'Conversation',
    cell: ({ conversation_id: id }) =>
      id === null ? (
        'none'
      ) : (
        <a href={hrefOf('state', { kind: 'conversations', id })}>
          <code>{id.slice(0, 8)}</code>
        </a>
      ),
  },
  { label: 'Mode', cell: ({ mode }) => mode },
  { label: 'Events', numeric: true, cell: ({ events }) => events },
  {
    label: 'Next',
    cell: ({ awaiting, next_beat_at: next }) => {
      if (awaiting !== null) return <Badge tone="warn">waiting for approval</Badge>
      return next === null ? '–' : <Timestamp iso={next} short />
    },
  },
]

type NextTurnProps = {
  readonly state: DirectorState
  readonly command: (body: object) => Promise<boolean>
}

const ofConversation = (id: string | undefined) =>
  id === undefined ? '' : ` of conversation ${id.slice(0, 8)}`

/** Chooses the script of the next turn, or lets the agent say a text. */
function NextTurn({ state, command }: NextTurnProps) {
  const { data } = useQuery<ScenarioList>('scenarios')
  const [text, setText] = useState('')
  const { waiting } = state
  const next = waiting !== null && 'next' in waiting ? waiting.next : ''
  const about = data?.scenarios.find(({ name }) => name === next)?.about
  async function say(event: Event) {
    event.preventDefault()
    if (await command({ say: text })) setText('')
  }
  return (
    <div class="director-forms">
      <section class="card stack" aria-labelledby="director-next">
        <h2 id="director-next">The next turn</h2>
        <SelectField
          label="Script"
          hint={next === '' ? matchingScript : about}
          value={next}
          options={[
            ['', 'Chosen by the question'],
            ...(data?.scenarios ?? []).map(({ name }) => [name, name] as const),
          ]}
          onValue={(name) => command({ next: name === '' ? null : name })}
        />
      </section>
      <form class="card stack" aria-labelledby="director-say" onSubmit={say}>
        <h2 id="director-say">Send a text as the agent</h2>
        <div class="row">
          <TextField label="Say" value={text} onValue={setText} required />
          <Button type="submit">Say it</Button>
        </div>
        <p class="small faint" role="status">
          {waiting !== null && 'say' in waiting
            ? `The next turn${ofConversation(waiting.conversation_id)} says: ${waiting.say}`
            : 'A running turn sends it at its next line. Without a running turn, the next turn sends it.'}
        </p>
      </form>
    </div>
  )
}

/** Saves the state of the world, restores it, or resets the world. */
function WorldControls() {
  const platform = usePlatform()
  const mutation = useMutation()
  const saved = savedWorldAt(platform.root)
  const [resetting, setResetting] = useState(false)
  const [message, setMessage] = useState('')

  const run = (words: string, work: () => Promise<unknown>) =>
    mutation.run(async () => {
      setMessage('')
      await work()
      setMessage(words)
    })

  return (
    <section class="card stack" aria-labelledby="director-return">
      <h2 id="director-return">The world</h2>
      <div class="row row-middle">
        <Button
          busy={mutation.busy}
          shortcut={keyHint('k')}
          onClick={() => run('Saved.', () => saveWorld(platform))}
        >
          Save its state
        </Button>
        {saved !== undefined && (
          <Button
            busy={mutation.busy}
            shortcut={keyHint('r')}
            onClick={() => run('Restored.', () => restoreSavedWorld(platform))}
          >
            Restore <Timestamp iso={saved.at} short />
          </Button>
        )}
        <Button
          kind="danger"
          busy={mutation.busy}
          shortcut={keyHint('b')}
          onClick={() => setResetting(true)}
        >
          Reset
        </Button>
        <span role="status" class="small">
          {message}
        </span>
      </div>
      <p class="small faint">The saved state is lost when this window is closed or reloaded.</p>
      <ErrorNotice message={mutation.error} />
      {resetting && (
        <ResetDialog
          onReset={() => run('The world was reset.', () => resetWorld(platform))}
          onClose={() => setResetting(false)}
        />
      )}
    </section>
  )
}

/** The poll interval of the running turns, in milliseconds. */
const pollInterval = 1000

/** The state of the director, and a function to send commands. */
function useDirector() {
  const { control } = usePlatform()
  const { data: state, refetch } = useQuery<DirectorState>('director')
  const mutation = useMutation()
  usePolling(refetch, pollInterval)
  const command = (body: object) =>
    mutation.run(async () => {
      await sendCommand(control, body)
      // The response of a command may precede the event that the command triggers.
      refetch()
    })
  return { state, command, mutation, again: refetch }
}
