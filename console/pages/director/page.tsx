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
import type { RunningTurn, DirectorState, ScenarioList } from './answers.ts'
import { useState } from 'preact/hooks'
import { useQuery, useMutation, usePolling } from '../../control/hooks.ts'
import { usePlatform } from '../../app/platform.ts'
import { ResetDialog } from './dialogs.tsx'
import {
  resetWorld,
  saveWorld,
  savedWorldAt,
  restoreSavedWorld,
} from '../../control/saved-world.ts'

/** Directs the turns of the world: those that run, and what the next one does. */
export function DirectorPage() {
  const { state, order, act, again } = useDirector()
  const paused = state?.paused === true
  const pause = () => order(paused ? { resume: true } : { pause: true })
  const step = () => order({ step: true })
  const skip = () => order({ skip: true })
  if (state === undefined) return null
  const speed = String(state.speed)
  return (
    <>
      <DirectorShortcuts onDone={again} />
      <p class="faint">
        Turns of the <a href={hrefOf('chat')}>chat</a> and of any other client are led from here.
        The stage is the chat for an audience, in a window of its own; the keys in the buttons do
        the same there.
      </p>
      <section class="card row" aria-label="Running turns">
        <Button kind="primary" shortcut={keyHint('p')} onClick={pause}>
          {paused ? 'Go on' : 'Pause'}
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
          onValue={(next) => order({ speed: next === 'max' ? 'max' : Number(next) })}
        />
        <span role="status" class="director-state">
          {paused && <Badge tone="warn">paused</Badge>}
        </span>
        <a class="button push" href={hrefOf('stage')} target="_blank" rel="noopener">
          Open the stage
        </a>
      </section>
      <ErrorNotice message={act.error} />
      <TurnTable turns={state.turns} />
      <NextTurn state={state} order={order} />
      <WorldControls />
    </>
  )
}

/** The turns that run now. */
export const TurnTable = ({ turns }: { readonly turns: readonly RunningTurn[] }) => (
  <Table
    caption="Turns that run"
    columns={turnColumns}
    rows={turns}
    keyOf={({ id }) => id}
    empty={<EmptyState title="No turn runs">One shows here as soon as somebody asks.</EmptyState>}
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
      if (awaiting !== null) return <Badge tone="warn">waits for an approval</Badge>
      return next === null ? '–' : <Timestamp iso={next} short />
    },
  },
]

type NextTurnProps = {
  readonly state: DirectorState
  readonly order: (body: object) => Promise<boolean>
}

/** Chooses the script of the next turn, or says something on behalf of the agent. */
export function NextTurn({ state, order }: NextTurnProps) {
  const { data } = useQuery<ScenarioList>('scenarios')
  const [text, setText] = useState('')
  const { waiting } = state
  const next = waiting !== null && 'next' in waiting ? waiting.next : ''
  const about = data?.scenarios.find(({ name }) => name === next)?.about
  async function say(event: Event) {
    event.preventDefault()
    if (await order({ say: text })) setText('')
  }
  return (
    <div class="director-forms">
      <section class="card stack" aria-labelledby="director-next">
        <h2 id="director-next">The next turn</h2>
        <SelectField
          label="Plays the script"
          hint={about}
          value={next}
          options={[
            ['', 'that fits what is asked'],
            ...(data?.scenarios ?? []).map(({ name }) => [name, name] as const),
          ]}
          onValue={(name) => order({ next: name === '' ? null : name })}
        />
      </section>
      <form class="card stack" aria-labelledby="director-say" onSubmit={say}>
        <h2 id="director-say">On behalf of the agent</h2>
        <div class="row">
          <TextField label="Say" value={text} onValue={setText} required />
          <Button type="submit">Say it</Button>
        </div>
        <p class="small faint" role="status">
          {waiting !== null && 'say' in waiting
            ? `The next turn says: ${waiting.say}`
            : 'A turn that runs says it at its next line; else the next turn does.'}
        </p>
      </form>
    </div>
  )
}

/** Keeps the world as it is, returns to what was kept, or begins anew. */
export function WorldControls() {
  const platform = usePlatform()
  const act = useMutation()
  const own = savedWorldAt(platform.root)
  const [resetting, setResetting] = useState(false)
  const [said, setSaid] = useState('')

  const run = (words: string, work: () => Promise<unknown>) =>
    act.run(async () => {
      setSaid('')
      await work()
      setSaid(words)
    })

  return (
    <section class="card stack" aria-labelledby="director-return">
      <h2 id="director-return">The world</h2>
      <div class="row row-middle">
        <Button
          busy={act.busy}
          shortcut={keyHint('k')}
          onClick={() => run('Kept.', () => saveWorld(platform))}
        >
          Keep it as it is
        </Button>
        {own !== undefined && (
          <Button
            busy={act.busy}
            shortcut={keyHint('r')}
            onClick={() => run('Returned.', () => restoreSavedWorld(platform))}
          >
            Return to <Timestamp iso={own.at} short />
          </Button>
        )}
        <Button
          kind="danger"
          busy={act.busy}
          shortcut={keyHint('b')}
          onClick={() => setResetting(true)}
        >
          Begin anew
        </Button>
        <span role="status" class="small">
          {said}
        </span>
      </div>
      <p class="small faint">What is kept stays until the window is closed or loaded again.</p>
      <ErrorNotice message={act.error} />
      {resetting && (
        <ResetDialog
          onReset={() => run('The world began anew.', () => resetWorld(platform))}
          onClose={() => setResetting(false)}
        />
      )}
    </section>
  )
}

/** How often the page looks how turns go on, in milliseconds. */
const pollInterval = 1000

/** The turns of the world as they go on, and the orders that one can give. */
export function useDirector() {
  const { control } = usePlatform()
  const { data: state, refetch } = useQuery<DirectorState>('director')
  const act = useMutation()
  usePolling(refetch, pollInterval)
  const order = (body: object) =>
    act.run(async () => {
      await sendCommand(control, body)
      // What it answered may not have known yet of the beat that it brought about.
      refetch()
    })
  return { state, order, act, again: refetch }
}
