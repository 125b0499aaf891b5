import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { EmptyState, Notice } from '../../ui/feedback.tsx'
import { Code } from '../../ui/copy.tsx'
import { Field } from '../../ui/fields.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { failure, openFile } from './traffic-store.ts'

/** Opens a file, and says where recordings come from. */
export function OpenForm() {
  const failed = failure.value
  const [isLoading, setIsLoading] = useState(false)
  async function openSample() {
    setIsLoading(true)
    const response = await fetch(new URL('./sample.har.gz', import.meta.url)).catch(() => undefined)
    setIsLoading(false)
    const file = response?.ok === true ? await response.blob() : undefined
    if (file === undefined)
      failure.value = {
        name: 'The sample',
        message: 'The server did not send it. It may have been stopped: start it, and try again.',
      }
    else openFile(file, 'sample.har.gz')
  }
  return (
    <>
      {failed !== undefined && (
        <Notice tone="bad" title={`${failed.name} can’t be shown. `}>
          <TextWithCode text={failed.message} />
        </Notice>
      )}
      <EmptyState title="Open a recording">
        <p>
          See the calls of real traffic, the frames of its streams on a time axis, and where it
          breaks the specification. Then make a world that plays it.
        </p>
        <div class="row traffic-open">
          <Field
            label="Drop a HAR file on this page, or choose one"
            hint="session.har, also packed (.har.gz) or unfinished (.har.part). It stays in this page."
          >
            {(control) => (
              <input
                type="file"
                accept=".har,.gz,.part,.json,application/json"
                {...control}
                onChange={({ currentTarget }) => {
                  const [file] = currentTarget.files ?? []
                  if (file !== undefined) openFile(file, file.name)
                }}
              />
            )}
          </Field>
          <Button busy={isLoading} onClick={openSample}>
            Open the sample
          </Button>
        </div>
      </EmptyState>
      <section class="card stack" aria-labelledby="traffic-record">
        <h2 id="traffic-record">Make a recording</h2>
        <p>
          Put the proxy in front of your deployment, use your client, then press Ctrl-C. It records
          the time of each frame, and replaces secrets.
        </p>
        <Code
          label="the command that records"
          text="npx agent-understudy proxy --to https://staging.example.com --record session.har"
        />
        <p>
          Or save the network panel of your browser as a HAR file. It has no bodies of most event
          streams, and its secrets are real.
        </p>
      </section>
    </>
  )
}
