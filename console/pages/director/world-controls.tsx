import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { useMutation } from '../../control/hooks.ts'
import {
  resetWorld,
  saveWorld,
  savedWorldAt,
  restoreSavedWorld,
} from '../../control/saved-world.ts'
import { keyHint } from '../../keys/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { Timestamp } from '../../ui/text.tsx'
import { ResetDialog } from './dialogs.tsx'

/** Saves the state of the world, restores it, or resets the world. */
export function WorldControls() {
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
