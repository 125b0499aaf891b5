import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { FileButton, OpenProblem } from '../../ui/open-file.tsx'
import { failure, openFile, opening } from './traffic-store.ts'

const command = 'npx agent-understudy proxy --to https://staging.example.com --record session.har'

/** Shown without a recording: what the page is for, and how to get one. */
export const Opener = () => (
  <section class="card stack traffic-opener" aria-labelledby="traffic-opener">
    <h2 id="traffic-opener">Open a recording</h2>
    <p>
      See the calls of real traffic, the frames of its streams on a time axis, and where it breaks
      the specification. Then make a world that plays it.
    </p>
    <Code label="the command that records" text={command} wrap />
    <p class="small faint">
      Use your client through the proxy, then press Ctrl-C. It records the time of each frame, and
      replaces secrets. A HAR file that you save in the network panel of a browser works, too, but
      lacks the bodies of most event streams.
    </p>
    <p class="small faint">
      Then open the file, or drop it here: <code>.har</code>, packed (<code>.har.gz</code>) or
      unfinished (<code>.har.part</code>), up to 256 MB unpacked. It stays in this browser until you
      import it.
    </p>
    <OpenStatus />
    <div class="row row-middle">
      <OpenButton kind="primary" />
      <ExampleButton />
    </div>
  </section>
)

/** That a file is being opened, or why the last one was not. */
export const OpenStatus = () => (
  <>
    <p class={opening.value === undefined ? 'unseen' : 'small faint'} role="status">
      {opening.value === undefined ? '' : `Opening ${opening.value} …`}
    </p>
    <OpenProblem problem={failure.value} />
  </>
)

/** A button that asks for a recording. */
export const OpenButton = ({ kind }: { readonly kind: 'primary' | 'plain' }) => (
  <FileButton
    kind={kind}
    accept=".har,.gz,.part,.json,application/json"
    label="Recording"
    onFile={(file) => openFile(file, file.name)}
  >
    Open a recording …
  </FileButton>
)

function ExampleButton() {
  const [isLoading, setIsLoading] = useState(false)
  async function openExample() {
    setIsLoading(true)
    const url = new URL('./example.har.gz', import.meta.url)
    const response = await fetch(url).catch(() => undefined)
    setIsLoading(false)
    if (response?.ok === true) return openFile(await response.blob(), 'example.har.gz')
    failure.value = 'The server did not send the example. It may have been stopped: start it again.'
  }
  return (
    <Button busy={isLoading} onClick={openExample}>
      Look at an example
    </Button>
  )
}
