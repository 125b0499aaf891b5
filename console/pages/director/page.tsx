import { hrefOf } from '../../app/location.ts'
import { Refusal } from '../../control/refusal.tsx'
import { keyHint } from '../../keys/shortcuts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { DirectorKeys } from './director-keys.tsx'
import { NextTurn } from './next-turn.tsx'
import { speeds } from './orders.ts'
import { Return } from './return.tsx'
import { TurnTable } from './turn-table.tsx'
import { useDirector } from './use-director.ts'
import './director.css'

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
      <DirectorKeys onDone={again} />
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
      <Refusal words={act.refusal} />
      <TurnTable turns={state.turns} />
      <NextTurn state={state} order={order} />
      <Return />
    </>
  )
}
