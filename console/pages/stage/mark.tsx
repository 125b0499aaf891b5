import { hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { useSteered, useWatchOverSteered } from '../../control/steered.ts'
import { KeyboardButton } from '../../keys/keyboard.tsx'

/** Says in a corner that nothing here is real, and leads away. */
export function Mark({ conversation }: { readonly conversation: string | undefined }) {
  const { hasControl } = usePlatform()
  return (
    <footer class="stage-mark">
      <span>Stand-in: nothing here is real{hasControl && <Pause />}</span>
      <KeyboardButton />
      <a class="button button-quiet" href={hrefOf('chat', { conversation })}>
        Leave
      </a>
    </footer>
  )
}

/** Whoever leads a turn has to see that it was stopped, and not broken. */
function Pause() {
  useWatchOverSteered()
  return useSteered()?.time.frozen === true ? <strong> · paused</strong> : null
}
