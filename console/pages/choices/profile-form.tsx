import { useState } from 'preact/hooks'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'

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
