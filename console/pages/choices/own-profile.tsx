import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { Refusal } from '../../control/refusal.tsx'
import { useAct } from '../../control/use-act.ts'
import { Button } from '../../ui/button.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type ProfilePreview, PreviewTable } from './preview-table.tsx'

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
  const act = useAct()

  const write = (next: string, name?: string) => {
    setText(next)
    setFile(name)
    setPreview(undefined)
    setSaid('')
    act.clear()
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
          <Refusal words={act.refusal} />
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
