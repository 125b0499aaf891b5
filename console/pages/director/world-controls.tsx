import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { useMutation } from '../../control/hooks.ts'
import {
  downloadWorld,
  loadWorld,
  resetWorld,
  saveWorld,
  savedWorldAt,
  restoreSavedWorld,
} from '../../control/saved-world.ts'
import { keyHint } from '../../keys/shortcuts.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { FileButton } from '../../ui/open-file.tsx'
import { Timestamp } from '../../ui/text.tsx'
import { ResetDialog } from './dialogs.tsx'

type WorldControlsProps = {
  /** Whether the buttons show keyboard shortcuts. Only some pages have these shortcuts. */
  readonly hasShortcuts?: boolean
  /** Called after the state of the world was replaced. */
  readonly onReplaced?: () => void
}

/** Buttons that save the state of the world, restore the saved state, or reset the world. */
export function WorldControls({ hasShortcuts = false, onReplaced }: WorldControlsProps) {
  const platform = usePlatform()
  const mutation = useMutation()
  const saved = savedWorldAt(platform.root)
  const [resetting, setResetting] = useState(false)
  const [message, setMessage] = useState('')

  const runAndShow = (doneMessage: string, work: () => Promise<unknown>) =>
    mutation.run(async () => {
      setMessage('')
      await work()
      setMessage(doneMessage)
    })
  const replaceAndShow = (doneMessage: string, work: () => Promise<unknown>) =>
    runAndShow(doneMessage, () => work().then(onReplaced))
  const hint = (key: string) => (hasShortcuts ? keyHint(key) : undefined)

  return (
    <>
      <div class="row row-middle">
        <Button
          busy={mutation.busy}
          shortcut={hint('k')}
          onClick={() => runAndShow('Saved.', () => saveWorld(platform))}
        >
          Save its state
        </Button>
        {saved !== undefined && (
          <Button
            busy={mutation.busy}
            shortcut={hint('r')}
            onClick={() => replaceAndShow('Restored.', () => restoreSavedWorld(platform))}
          >
            Restore <Timestamp iso={saved.worldTime} short />
          </Button>
        )}
        <span role="status" class="small">
          {message}
        </span>
        <span class="push">
          <Button
            kind="danger"
            busy={mutation.busy}
            shortcut={hint('b')}
            onClick={() => setResetting(true)}
          >
            Reset
          </Button>
        </span>
      </div>
      <p class="small faint">The saved state is lost when this window is closed or reloaded.</p>
      <div class="row row-middle">
        <Button busy={mutation.busy} onClick={() => runAndShow('', () => downloadWorld(platform))}>
          Save as a file
        </Button>
        <FileButton
          kind="plain"
          accept=".json"
          label="A file with the state of a world"
          onFile={(file) => replaceAndShow(`Loaded ${file.name}.`, () => loadWorld(platform, file))}
        >
          Load a file
        </FileButton>
      </div>
      <ErrorNotice message={mutation.error} />
      {resetting && (
        <ResetDialog
          onReset={() => replaceAndShow('The world was reset.', () => resetWorld(platform))}
          onClose={() => setResetting(false)}
        />
      )}
    </>
  )
}
