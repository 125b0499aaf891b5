import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { openExample, openFile, openProblem } from './report-store.ts'

const command = 'npx agent-understudy tolerance --report json=tolerance.json -- npx playwright test'

/** Shown without a report: what the page is for, and how to get one. */
export const Opener = () => (
  <section class="card stack tolerance-opener" aria-labelledby="tolerance-opener">
    <h2 id="tolerance-opener">Open the report of a session</h2>
    <p>
      <code>tolerance</code> runs the tests of your app while the fake plays every behaviour that
      the specification leaves open. This page shows which behaviours break which tests, and plays
      each of them in a new world.
    </p>
    <Code label="the command that makes a report" text={command} wrap />
    <p class="small faint">Then open the file, or drop it here. It does not leave this browser.</p>
    <OpenProblem />
    <div class="row row-middle">
      <OpenButton kind="primary" />
      <Button onClick={openExample}>Look at an example</Button>
    </div>
  </section>
)

/** Why the last file was not opened. */
export const OpenProblem = () =>
  openProblem.value === undefined ? null : (
    <Notice tone="bad" title="The file was not opened">
      <TextWithCode text={openProblem.value} />
    </Notice>
  )

/** A button that asks for a file. */
export function OpenButton({ kind }: { readonly kind: 'primary' | 'plain' }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="Report of tolerance"
        hidden
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          // The same file can be chosen again, after another run.
          if (file !== undefined) void openFile(file).then(() => (currentTarget.value = ''))
        }}
      />
      <Button kind={kind} onClick={() => input.current?.click()}>
        Open a report …
      </Button>
    </>
  )
}

/** Opens a file that is dropped on its content. */
export function DropZone({ children }: { readonly children: ComponentChildren }) {
  const [isOver, setOver] = useState(false)
  return (
    <div
      class="tolerance-drop"
      data-over={isOver ? '' : undefined}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        const [file] = event.dataTransfer?.files ?? []
        if (file !== undefined) void openFile(file)
      }}
    >
      {children}
    </div>
  )
}
