import { useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import { useMutation } from '../../control/hooks.ts'
import { shippedProfiles } from '../../control/shipped-profiles.ts'
import { Button } from '../../ui/button.tsx'
import { downloadJson } from '../../ui/download-file.ts'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/fields.tsx'

type ProfileFormProps = {
  readonly profile: string
  readonly busy: boolean
  readonly onApply: (profile: string) => void
}

/** Shows the profile of the world, saves it as a file, and applies another one. */
export function ProfileForm({ profile, busy, onApply }: ProfileFormProps) {
  const { control } = usePlatform()
  const saving = useMutation()
  const [name, setName] = useState('')
  const [isAsking, setAsking] = useState(false)
  // Applying a profile drops single picks, which cannot be undone.
  const losesPicks = profile.endsWith(', changed')
  const submit = (event: Event) => {
    event.preventDefault()
    setAsking(losesPicks && !isAsking)
    if (!losesPicks || isAsking) onApply(name.trim())
  }
  const save = () =>
    saving.run(async () => {
      const document = JSON.stringify(await control.get('choices/profile'), null, 2)
      const file = profile.replace(/[^\w.-]+/g, '-')
      downloadJson(`${document}\n`, `${file}.json`)
    })
  return (
    <form class="card row" onSubmit={submit} aria-label="Profile">
      <div class="choices-profile">
        <span class="small faint">Current profile</span>
        <strong>{profile}</strong>
      </div>
      <Button busy={saving.busy} onClick={save}>
        Save as a file
      </Button>
      <datalist id="choices-profiles">
        {shippedProfiles.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <TextField
        label="Apply another profile"
        list="choices-profiles"
        placeholder="deployed-0.8"
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
      <ErrorNotice message={saving.error} />
    </form>
  )
}
