import { useState } from 'preact/hooks'
import { host } from '../../app/host.ts'
import { linkTo } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { ErrorNotice, Notice } from '../../ui/feedback.tsx'
import { useMutation, useRequest } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { PickWithGrade } from './choice-row.tsx'
import { Form, TextArea, TextField } from '../../ui/fields.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import type {
  ChoiceTable,
  ProfileChange,
  ProfilePreview,
} from '../../../contract/control/worlds.ts'
import { downloadJson, FileButton } from '../../ui/open-file.tsx'
import { knownProfiles } from '../../../contract/shipped-names.ts'

/** A form to paste or open a profile of the user, preview the changes, and apply the profile. */
export function UserProfileForm({
  onApply,
}: {
  readonly onApply: (document: object) => Promise<boolean>
}) {
  const { control } = usePlatform()
  const [text, setText] = useState('')
  const [file, setFile] = useState<string>()
  /**
   * The profile to preview. A change of the text drops the profile and any response that is still
   * due.
   */
  const [sent, setSent] = useState<{ readonly text: string; readonly file?: string }>()
  const { data: preview, error } = useRequest(
    sent && ((signal) => control.call('POST choices/preview', { body: sent, signal })),
    [control, sent],
    sent,
  )
  const [message, setMessage] = useState('')

  const setProfileText = (next: string, name?: string) => {
    setText(next)
    setFile(name)
    setSent(undefined)
    setMessage('')
  }
  const loadPreview = () => {
    setSent({ text, ...(file && { file }) })
    setMessage('')
  }
  const applyPreview = async ({ profile, document }: ProfilePreview) => {
    if (!(await onApply(document))) return
    setSent(undefined)
    setMessage(`The world now plays ${profile}.`)
  }

  return (
    <details>
      <summary class="small">Use your own profile</summary>
      <Form class="card stack choices-own" aria-label="Profile of your own" onSubmit={loadPreview}>
        <TextArea
          label="Profile, as YAML or JSON"
          hint={
            <>
              The output of <code>understudy calibrate</code>, or picks that differ from the
              defaults.
            </>
          }
          placeholder={'picks:\n  errors.envelope: detail'}
          rows={8}
          spellcheck={false}
          required
          value={text}
          onValue={(next) => setProfileText(next, file)}
        />
        <div class="row">
          <FileButton
            kind="plain"
            accept=".yaml,.yml,.json"
            label="A file with a profile"
            onFile={async (chosen) => setProfileText(await chosen.text(), chosen.name)}
          >
            Choose a file
          </FileButton>
          <Button type="submit" busy={sent !== undefined && (preview ?? error) === undefined}>
            Preview the changes
          </Button>
        </div>
        <div class="choices-refusal">
          <ErrorNotice message={error} />
        </div>
        {message !== '' && <Notice tone="good">{message}</Notice>}
        {preview !== undefined && <PreviewTable preview={preview} />}
        {preview !== undefined && (
          <div class="row">
            <Button kind="primary" onClick={() => applyPreview(preview)}>
              Apply {preview.profile}
            </Button>
          </div>
        )}
      </Form>
    </details>
  )
}

const PreviewTable = ({ preview }: { readonly preview: ProfilePreview }) =>
  preview.changes.length === 0 ? (
    <Notice>The world already plays this profile.</Notice>
  ) : (
    <Table
      caption={`What ${preview.profile} changes`}
      columns={previewColumns}
      rows={preview.changes}
      keyOf={({ id, at }) => `${id} ${at}`}
    />
  )

const previewColumns: readonly Column<ProfileChange>[] = [
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
  { label: 'Now', cell: ({ from }) => <PickWithGrade pick={from} /> },
  { label: 'Afterwards', cell: ({ to }) => <PickWithGrade pick={to} /> },
]

/** Lists the answers and operations that the profile of the world defines, besides its picks. */
export function ProfileParts({ parts }: { readonly parts: ChoiceTable }) {
  const { answers, operations } = parts
  if (answers.length + operations.length === 0) return null
  const rows = [
    ...operations.map((name) => ({ name, part: 'an operation of its own' })),
    ...answers.map((name) => ({ name, part: 'an answer of its own' })),
  ]
  return (
    <details class="card">
      <summary>
        Answers and operations of the profile{' '}
        <span class="faint">
          ({answers.length} and {operations.length})
        </span>
      </summary>
      <Table
        caption="Answers and operations of the profile"
        columns={[
          { label: 'Operation', cell: ({ name }) => <code>{name}</code> },
          { label: 'The profile has', cell: ({ part }) => part },
        ]}
        rows={rows}
        keyOf={({ name, part }) => `${part} ${name}`}
      />
    </details>
  )
}

type ProfileFormProps = {
  readonly profile: string
  readonly busy: boolean
  readonly onApply: (profile: string) => void
}

/** Shows the profile of the world, saves the profile as a file, and applies another profile. */
export function ProfileForm({ profile, busy, onApply }: ProfileFormProps) {
  const { control } = usePlatform()
  const saveMutation = useMutation()
  const [name, setName] = useState('')
  const [isAsking, setAsking] = useState(false)
  // Applying a profile drops picks that were changed one by one. The loss cannot be undone.
  const losesPicks = profile.endsWith(', changed')
  const submit = () => {
    setAsking(losesPicks && !isAsking)
    if (!losesPicks || isAsking) onApply(name.trim())
  }
  const save = () =>
    saveMutation.run(async () => {
      const document = JSON.stringify(await control.call('GET choices/profile'), null, 2)
      const file = profile.replace(/[^\w.-]+/g, '-')
      downloadJson(`${document}\n`, `${file}.json`)
    })
  return (
    <Form class="card row" onSubmit={submit} aria-label="Profile">
      <div class="field choices-profile">
        <span class="field-name">Current profile</span>
        <strong>{profile}</strong>
      </div>
      <TextField
        label="Apply another profile"
        suggestions={knownProfiles}
        placeholder="such as deployed-0.8"
        value={name}
        onValue={(next) => {
          setName(next)
          setAsking(false)
        }}
        required
      />
      {isAsking ? (
        <>
          <Button type="submit" kind="danger" busy={busy}>
            Drop the changes and apply
          </Button>
          <Button kind="quiet" onClick={() => setAsking(false)}>
            Cancel
          </Button>
        </>
      ) : (
        <Button type="submit" busy={busy}>
          Apply
        </Button>
      )}
      <span class="push row">
        <Button busy={saveMutation.busy} onClick={save}>
          Save as a file
        </Button>
        {host.site !== undefined && (
          <CopyButton
            text={async () => {
              const linkedProfile = knownProfiles.includes(profile)
                ? profile
                : JSON.stringify(await control.call('GET choices/profile'))
              return linkTo('chat', { profile: linkedProfile })
            }}
            label="Copy a link that applies this profile"
            short="Copy a link"
          />
        )}
      </span>
      <ErrorNotice message={saveMutation.error} />
    </Form>
  )
}
