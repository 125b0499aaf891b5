import { useState } from 'preact/hooks'
import { hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { useMutation, usePolling, useQuery } from '../../control/hooks.ts'
import { keyHint } from '../../keys/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Badge, ErrorNotice } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/fields.tsx'
import type { DirectorState } from '../../../contract/control/director.ts'
import { sendCommand, speeds } from './commands.ts'
import { NextTurns } from './next-turns.tsx'
import { type SayCommand, SayForm } from './say-form.tsx'
import { DirectorShortcuts } from './shortcuts.tsx'
import { Teleprompter } from './teleprompter.tsx'
import { WorldControls } from './world-controls.tsx'

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
      <section class="card row" aria-label="Playback">
        <Button kind="primary" shortcut={keyHint('p')} onClick={pause}>
          {paused ? 'Resume' : 'Pause'}
        </Button>
        <Button shortcut={keyHint('n')} onClick={step}>
          One event
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
      <Teleprompter turns={state.turns} />
      <div class="director-forms">
        <NextTurns state={state} command={command} />
        <div class="stack director-side">
          <SaySection state={state} command={command} />
          <section class="card stack" aria-labelledby="director-return">
            <h2 id="director-return">The world</h2>
            <WorldControls hasShortcuts />
          </section>
        </div>
      </div>
    </>
  )
}

type SaySectionProps = {
  readonly state: DirectorState
  readonly command: (body: object) => Promise<boolean>
}

function SaySection({ state: { waiting }, command }: SaySectionProps) {
  const [sent, setSent] = useState<SayCommand>()
  const say = async (text: SayCommand) => {
    setSent(undefined)
    if (await command(text)) setSent(text)
  }
  return (
    <section class="card stack" aria-labelledby="director-say">
      <h2 id="director-say">Send a text as the agent</h2>
      <SayForm onSay={say} />
      <p class="small" role="status">
        {waiting !== null && 'say' in waiting
          ? `The next turn ${waiting.aside ? 'first says' : 'only says'}: ${waiting.say}`
          : sent && `Sent: ${sent.say}`}
      </p>
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
