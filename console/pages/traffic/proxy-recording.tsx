import { usePlatform } from '../../app/platform.ts'
import { useMutation } from '../../control/hooks.ts'
import { useWorldStatus } from '../../control/world-status.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { openFile, recording } from './traffic-store.ts'

/** Opens what a proxy has recorded so far, and reads it again while it grows. */
export function ProxyRecordingButton() {
  const { control } = usePlatform()
  const file = useWorldStatus()?.proxy?.recording
  const reading = useMutation()
  if (file == null) return null
  // The form of a recording that is not finished.
  const name = `${file}.part`
  const read = () =>
    reading.run(async () => openFile(await (await control.open('recording')).blob(), name))
  return (
    <>
      <Button kind="primary" busy={reading.busy} onClick={read}>
        {recording.value?.name === name ? 'Read it again' : `Open ${file} so far`}
      </Button>
      <ErrorNotice message={reading.error} />
    </>
  )
}
