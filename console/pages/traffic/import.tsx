import { formatCount } from '../../../contract/format-count.ts'
import { Facts } from '../../ui/text.tsx'
import { hrefOf, navigate } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { Notice } from '../../ui/feedback.tsx'
import {
  type ImportedRecording,
  prepareImport,
  type RecordedQuestion,
  setImported,
} from './traffic-store.ts'
import { useEffect, useState } from 'preact/hooks'
import { useMutation } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, TextField } from '../../ui/fields.tsx'
import type { ImportedWorld } from './reading/import-traffic.ts'

/** The maximum number of entries that a list shows. */
const maxShownEntries = 10

/** Shows the world that was made from a recording, and which exchanges the world uses. */
export function ImportView({ imported }: { readonly imported: ImportedRecording }) {
  const { world, report, questions } = imported
  const { world: current } = usePlatform()
  return (
    <div class="stack">
      <Notice tone="good" title={`The world ${world} plays this recording. `}>
        {report.used} of {formatCount(report.entries, 'exchange is', 'exchanges are')} used (
        {report.used_percent} %).{' '}
        {current === world ? (
          'All pages show this world now.'
        ) : (
          <a href={hrefOf('traffic', { world, view: 'import' })}>Go to this world</a>
        )}
      </Notice>
      {questions.length > 0 && (
        <section class="card stack" aria-labelledby="import-questions">
          <h2 id="import-questions">Ask a recorded question</h2>
          <p>
            Choose one, sign in, and press Enter: the answer streams as it did. Or{' '}
            <a href={hrefOf('chat', { world })}>open the chat</a> of this world.
          </p>
          <ul class="traffic-questions">
            {questions.map(({ text, mode, agent }, at) => (
              <li key={at}>
                <a href={hrefOf('chat', { world, question: text, mode })}>{text}</a>
                {agent !== undefined && <span class="small faint"> with the agent {agent}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="card stack" aria-labelledby="import-used">
        <h2 id="import-used">Used</h2>
        <Facts
          class="exchange-facts"
          facts={[
            ...Object.entries(report.records).map(
              ([kind, count]) => [kind.replaceAll('_', ' '), count] as const,
            ),
            ['scripts of turns', report.scenarios.length],
            ['picks', Object.keys(report.picks).length],
            ['own operations', report.profile.operations.length],
          ]}
        />
        <p class="small faint">
          The profile begins with {report.profile.name}: {report.profile.reason}.
        </p>
        <CollapsibleList
          title="Filled in, because other records refer to them"
          lines={report.filled.map(({ kind, id, name }) => `${kind} ${id} as ${name}`)}
        />
        <CollapsibleList title="Notes" lines={report.notes} />
      </section>
      <section class="card stack" aria-labelledby="import-unused">
        <h2 id="import-unused">Not used</h2>
        {report.unused.length === 0 && report.dropped.length === 0 && (
          <p class="faint">Everything was used.</p>
        )}
        {report.unused.map(({ reason, count, entries }) => (
          <div key={reason}>
            <p>
              {reason} ({count})
            </p>
            <ul class="small">
              {entries.slice(0, maxShownEntries).map((entry) => (
                <li key={entry}>
                  <EntryLink entry={entry} />
                </li>
              ))}
              {count > maxShownEntries && <li class="faint">and {count - maxShownEntries} more</li>}
            </ul>
          </div>
        ))}
        <CollapsibleList
          title="Records that a world can’t have"
          lines={report.dropped.map(({ kind, id, reason }) => `${kind} ${id}: ${reason}`)}
        />
      </section>
    </div>
  )
}

/** Shows an entry, such as `entry 12: GET /api/agents 200`, as a link to its exchange. */
function EntryLink({ entry }: { readonly entry: string }) {
  const [, index] = /^entry (\d+):/.exec(entry) ?? []
  const text = entry.replace(/^entry/, 'Exchange')
  return index === undefined ? (
    <>{text}</>
  ) : (
    <a href={hrefOf('traffic', { entry: index })}>{text}</a>
  )
}

function CollapsibleList({
  title,
  lines,
}: {
  readonly title: string
  readonly lines: readonly string[]
}) {
  if (lines.length === 0) return null
  return (
    <details>
      <summary>
        {title} ({lines.length})
      </summary>
      <ul class="small">
        {lines.slice(0, 100).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  )
}

type ImportDialogProps = { readonly name: string; readonly onClose: () => void }

/** A dialog that makes a world from the open recording, and opens this world. */
export function ImportDialog({ name: file, onClose }: ImportDialogProps) {
  const { control } = usePlatform()
  const [name, setName] = useState(worldNameOf(file))
  const creation = useMutation()
  const [closing] = useState(() => new AbortController())
  useEffect(() => () => closing.abort(), [closing])
  const submit = () =>
    creation.run(async () => {
      const { signal } = closing
      const { options, report } = await prepareImport()
      signal.throwIfAborted()
      const nameOption = name.trim() === '' ? {} : { name: name.trim() }
      const body = { ...nameOption, ...options }
      const created = await control.call('POST worlds', { body, signal })
      signal.throwIfAborted()
      setImported({ world: created.name, report, questions: questionsOf(options) })
      onClose()
      navigate('traffic', { world: created.name, view: 'import' })
    })
  return (
    <Dialog title="Import into a new world" onClose={onClose}>
      <Form class="stack" onSubmit={submit}>
        <p>
          The world gets the records that the recording shows, its turns with their events and pace,
          and the ways in which the deployment differs from the specification. Passwords and keys
          get new values.
        </p>
        <TextField
          label="Name of the world"
          autocomplete="off"
          spellcheck={false}
          value={name}
          onValue={setName}
          error={creation.error}
        />
        <div class="row">
          <Button type="submit" kind="primary" busy={creation.busy}>
            {creation.busy ? 'Importing …' : 'Import'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** Returns a world name made from a file name: `Session 1.har.gz` becomes `session-1`. */
const worldNameOf = (file: string) =>
  (file.split(/\.(?:har|gz|part|json)(?![a-z])/i)[0] ?? '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** Returns the questions to which the world gives the recorded answers. */
const questionsOf = ({ scenarios = [] }: ImportedWorld['options']): readonly RecordedQuestion[] =>
  scenarios.flatMap(({ match }) => {
    const { query: text, endpoint: mode, agent }: Record<string, unknown> = { ...match }
    return typeof text !== 'string' ? [] : [{ text, mode: textOf(mode), agent: textOf(agent) }]
  })

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)
