import { Refusal } from '../../control/refusal.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/field.tsx'
import { NextTurn } from './next-turn.tsx'
import { Return } from './return.tsx'
import { TurnTable } from './turn-table.tsx'
import { useDirector } from './use-director.ts'
import { useShortcuts } from './use-shortcuts.ts'
import './director.css'

const speeds = ['0.25', '0.5', '1', '2', '4', '10', 'max']

/** Directs the turns of the world: those that run, and what the next one does. */
export function DirectorPage() {
  const { state, order, act } = useDirector()
  const paused = state?.paused === true
  const pause = () => order(paused ? { resume: true } : { pause: true })
  const step = () => order({ step: true })
  const skip = () => order({ skip: true })
  useShortcuts({ p: pause, n: step, s: skip })
  if (state === undefined) return null
  const speed = String(state.speed)
  return (
    <>
      <p class="faint">
        Open the chat in another window, and lead its turns from here. Where no text is being
        written, the keys in the buttons do the same.
      </p>
      <section class="card row" aria-label="Running turns">
        <Button kind="primary" shortcut="p" onClick={pause}>
          {paused ? 'Go on' : 'Pause'}
        </Button>
        <Button shortcut="n" onClick={step}>
          Step
        </Button>
        <Button shortcut="s" onClick={skip}>
          Skip the pause
        </Button>
        <SelectField
          label="Speed"
          value={speed}
          options={[...new Set([...speeds, speed])].map((each) => [each, `× ${each}`])}
          onValue={(next) => order({ speed: next === 'max' ? 'max' : Number(next) })}
        />
        <span role="status" class="director-state">
          {paused && <Badge tone="warn">paused</Badge>}
        </span>
      </section>
      <Refusal words={act.refusal} />
      <TurnTable turns={state.turns} />
      <NextTurn state={state} order={order} />
      <Return />
    </>
  )
}
