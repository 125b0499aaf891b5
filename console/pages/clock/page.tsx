import { useEffect, useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { Refusal } from '../../control/refusal.tsx'
import { lookAtSteered, useSteered } from '../../control/steered.ts'
import { useAct } from '../../control/use-act.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { AdvanceForm } from './advance-form.tsx'
import { FreezeForm } from './freeze-form.tsx'
import type { Move } from './move.ts'
import { ScaleForm } from './scale-form.tsx'
import { momentNow } from './moment-now.ts'
import './clock.css'

/** The time of the world, and what moves it. */
export function ClockPage() {
  const { control } = usePlatform()
  const steered = useSteered()
  const act = useAct()
  const move: Move = (body) =>
    act.run(async () => {
      await control.send('POST', 'clock', body)
      await lookAtSteered(control)
    })
  if (steered === undefined) return null
  const { frozen, scale } = steered.time
  return (
    <>
      <p class="faint">
        One clock moves tokens, keys, approvals, quotas, rate windows and streams. Freeze it, and a
        stream waits; what falls due on the way of an advance happens, in order.
      </p>
      <section class="card stack" aria-labelledby="clock-now">
        <h2 id="clock-now" class="unseen">
          Now
        </h2>
        <div class="row row-middle">
          <Face />
          {frozen ? <Badge tone="warn">frozen</Badge> : <Badge tone="good">runs</Badge>}
          {!frozen && scale !== 1 && <Badge tone="warn">× {scale}</Badge>}
          <span class="push row">
            {frozen ? (
              <Button kind="primary" onClick={() => move({ scale })}>
                Go on
              </Button>
            ) : (
              <Button kind="primary" onClick={() => move({ freeze: true })}>
                Freeze
              </Button>
            )}
            {scale !== 1 && <Button onClick={() => move({ resume: true })}>At real speed</Button>}
          </span>
        </div>
        <Refusal words={act.refusal} />
      </section>
      <div class="clock-forms">
        <AdvanceForm move={move} />
        <FreezeForm move={move} now={steered.time.now} />
        <ScaleForm move={move} scale={scale} />
      </div>
    </>
  )
}

/** The time as it passes, in UTC as the platform tells it. */
function Face() {
  const steered = useSteered()
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = window.setInterval(() => tick((count) => count + 1), 250)
    return () => window.clearInterval(timer)
  }, [])
  if (steered === undefined) return null
  const iso = momentNow(steered, performance.now())
  return (
    <time class="clock-face" dateTime={iso} title={iso}>
      <span class="clock-date">{iso.slice(0, 10)}</span> {iso.slice(11, 19)}
      <span class="faint"> UTC</span>
    </time>
  )
}
