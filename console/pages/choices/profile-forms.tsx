import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { ErrorNotice, Notice, GradeBadge } from '../../ui/feedback.tsx'
import { useMutation } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea, TextField } from '../../ui/fields.tsx'
import type { Grade } from '../../../contract/choices/choice.ts'
import { TextWithCode } from '../../ui/text.tsx'
import { type Column, Table } from '../../ui/table.tsx'

/** A profile file: pasted or chosen, looked at, and played. */
export function OwnProfile({
  onPlay,
}: {
  readonly onPlay: (document: object) => Promise<boolean>
}) {
  const { control } = usePlatform()
  const [text, setText] = useState('')
  const [file, setFile] = useState<string>()
  const [preview, setPreview] = useState<ProfilePreview>()
  const [said, setSaid] = useState('')
  const act = useMutation()

  const write = (next: string, name?: string) => {
    setText(next)
    setFile(name)
    setPreview(undefined)
    setSaid('')
    act.reset()
  }
  const look = (event: Event) => {
    event.preventDefault()
    setPreview(undefined)
    setSaid('')
    return act.run(async () =>
      setPreview(await control.send('POST', 'choices/preview', { text, ...(file && { file }) })),
    )
  }
  const play = async ({ profile, document }: ProfilePreview) => {
    if (!(await onPlay(document))) return
    setPreview(undefined)
    setSaid(`The world plays ${profile}.`)
  }

  return (
    <details class="card">
      <summary>Play a profile of your own</summary>
      <form class="stack choices-own" aria-label="Profile of your own" onSubmit={look}>
        <TextArea
          label="Profile, as YAML or JSON"
          hint={
            <>
              What <code>understudy calibrate</code> writes, or picks over the defaults.
            </>
          }
          placeholder={'picks:\n  errors.envelope: detail'}
          rows={8}
          spellcheck={false}
          required
          value={text}
          onValue={(next) => write(next, file)}
        />
        <div class="row">
          <Field label="Or a file">
            {(attributes) => (
              <input
                {...attributes}
                type="file"
                accept=".yaml,.yml,.json"
                onChange={async ({ currentTarget: { files } }) => {
                  const chosen = files?.[0]
                  if (chosen !== undefined) write(await chosen.text(), chosen.name)
                }}
              />
            )}
          </Field>
          <Button type="submit" busy={act.busy}>
            See what it changes
          </Button>
        </div>
        <div class="choices-refusal">
          <ErrorNotice message={act.error} />
        </div>
        {said !== '' && <Notice tone="good">{said}</Notice>}
        {preview !== undefined && <PreviewTable preview={preview} />}
        {preview !== undefined && (
          <div class="row">
            <Button kind="primary" onClick={() => play(preview)}>
              Play {preview.profile}
            </Button>
          </div>
        )}
      </form>
    </details>
  )
}

type ShownPick = {
  readonly option: string
  readonly value?: unknown
  readonly grade: Grade | undefined
}

/** A pick that would change; `at` names the operation that alone does. */
type Change = {
  readonly id: string
  readonly question: string
  readonly at: string | null
  readonly from: ShownPick
  readonly to: ShownPick
}

/** A profile file that can be played, and what of the world that would change. */
type ProfilePreview = {
  readonly profile: string
  readonly document: object
  readonly changes: readonly Change[]
}

/** What would change if the world played a profile. */
const PreviewTable = ({ preview }: { readonly preview: ProfilePreview }) =>
  preview.changes.length === 0 ? (
    <Notice>The world plays just this already.</Notice>
  ) : (
    <Table
      caption={`What ${preview.profile} changes`}
      columns={previewColumns}
      rows={preview.changes}
      keyOf={({ id, at }) => `${id} ${at}`}
    />
  )

const previewColumns: readonly Column<Change>[] = [
  {
    label: 'Choice',
    cell: ({ id, question, at }) => (
      <>
        <code>{id}</code>
        {at !== null && (
          <>
            {' '}
            at <code>{at}</code>
          </>
        )}
        <div class="faint small">
          <TextWithCode text={question} />
        </div>
      </>
    ),
  },
  { label: 'Played now', cell: ({ from }) => <PickCell pick={from} /> },
  { label: 'Would be', cell: ({ to }) => <PickCell pick={to} /> },
]

const PickCell = ({ pick: { option, value, grade } }: { readonly pick: ShownPick }) => (
  <>
    {value === undefined ? option : `${option}: ${String(value)}`} <GradeBadge grade={grade} />
  </>
)

type ProfileFormProps = {
  readonly profile: string
  readonly busy: boolean
  readonly onPlay: (profile: string) => void
}

/** The profile that the world plays, and another to play in its place. */
export function ProfileForm({ profile, busy, onPlay }: ProfileFormProps) {
  const [name, setName] = useState('')
  const submit = (event: Event) => {
    event.preventDefault()
    onPlay(name.trim())
  }
  return (
    <form class="card row" onSubmit={submit} aria-label="Profile">
      <div class="choices-profile">
        <span class="small faint">The world plays</span>
        <strong>{profile}</strong>
      </div>
      <datalist id="choices-profiles">
        <option value="documented" />
        <option value="deployed-0.8" />
      </datalist>
      <TextField
        label="Play another profile"
        list="choices-profiles"
        placeholder="documented, deployed-0.8 …"
        value={name}
        onValue={setName}
        required
      />
      <Button type="submit" busy={busy}>
        Play
      </Button>
    </form>
  )
}
