import { signal } from '@preact/signals'
import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { Refusal } from '../../control/refusal.tsx'
import { lookAtSteered } from '../../control/steered.ts'
import { useAct } from '../../control/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Moment } from '../../ui/moment.tsx'

/** A world as it was kept, by its base URL; other pages of the window leave it alone. */
const kept = signal<{ readonly root: string; readonly snapshot: unknown; readonly at: string }>()

/** Keeps the world as it is, returns to what was kept, or begins anew. */
export function Return() {
  const { control, root } = usePlatform()
  const act = useAct()
  const own = kept.value?.root === root ? kept.value : undefined
  const [resetting, setResetting] = useState(false)
  const [said, setSaid] = useState('')

  const run = (words: string, work: () => Promise<unknown>) =>
    act.run(async () => {
      setSaid('')
      await work()
      await lookAtSteered(control)
      setSaid(words)
    })
  const keep = () =>
    run('Kept.', async () => {
      const snapshot = await control.get<unknown>('snapshot')
      kept.value = { root, snapshot, at: (await control.get<{ now: string }>('clock')).now }
    })
  const reset = () => {
    setResetting(false)
    return run('The world began anew.', () => control.send('POST', 'reset'))
  }

  return (
    <section class="card stack" aria-labelledby="director-return">
      <h2 id="director-return">The world</h2>
      <div class="row row-middle">
        <Button busy={act.busy} onClick={keep}>
          Keep it as it is
        </Button>
        {own !== undefined && (
          <Button
            busy={act.busy}
            onClick={() => run('Returned.', () => control.send('PUT', 'snapshot', own.snapshot))}
          >
            Return to <Moment iso={own.at} short />
          </Button>
        )}
        <Button kind="danger" busy={act.busy} onClick={() => setResetting(true)}>
          Begin anew
        </Button>
        <span role="status" class="small">
          {said}
        </span>
      </div>
      <p class="small faint">What is kept stays until the window is closed or loaded again.</p>
      <Refusal words={act.refusal} />
      {resetting && (
        <Dialog title="Begin anew?" onClose={() => setResetting(false)}>
          <p>All records, faults and calls go; streams that run end.</p>
          <div class="row">
            <Button kind="danger" onClick={reset}>
              Begin anew
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  )
}
