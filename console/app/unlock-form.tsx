import { useState } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { Form, TextField } from '../ui/fields.tsx'
import { Notice } from '../ui/feedback.tsx'
import { unlock } from './platform.ts'

export function UnlockForm() {
  const [token, setToken] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  async function submit() {
    setBusy(true)
    const isAccepted = await unlock(token.trim())
    setBusy(false)
    setError(
      isAccepted
        ? undefined
        : 'The control API does not accept this token: enter the one of --control-token.',
    )
  }
  return (
    <Form class="row" onSubmit={submit}>
      <TextField
        label="Control token"
        type="password"
        autocomplete="off"
        required
        value={token}
        onValue={setToken}
      />
      <Button type="submit" kind="primary" busy={busy}>
        Unlock
      </Button>
      {error !== undefined && <Notice tone="bad">{error}</Notice>}
    </Form>
  )
}
