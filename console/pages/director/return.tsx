import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { Refusal } from '../../control/refusal.tsx'
import { useAct } from '../../control/use-act.ts'
import { keyHint } from '../../keys/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { Moment } from '../../ui/moment.tsx'
import { AnewDialog } from './anew-dialog.tsx'
import { beginAnew, keep, keptOf, returnToKept } from './kept-world.ts'

/** Keeps the world as it is, returns to what was kept, or begins anew. */
export function Return() {
  const platform = usePlatform()
  const act = useAct()
  const own = keptOf(platform.root)
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
          onClick={() => run('Kept.', () => keep(platform))}
        >
          Keep it as it is
        </Button>
        {own !== undefined && (
          <Button
            busy={act.busy}
            shortcut={keyHint('r')}
            onClick={() => run('Returned.', () => returnToKept(platform))}
          >
            Return to <Moment iso={own.at} short />
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
      <Refusal words={act.refusal} />
      {resetting && (
        <AnewDialog
          onAnew={() => run('The world began anew.', () => beginAnew(platform))}
          onClose={() => setResetting(false)}
        />
      )}
    </section>
  )
}
