import { useState } from 'preact/hooks'
import { Button } from '../ui/button.tsx'
import { Form, TextField } from '../ui/fields.tsx'
import { Notice } from '../ui/feedback.tsx'
import { unlock } from './platform.ts'
import { useMutation } from '../control/hooks.ts'

export function UnlockForm() {
  const [token, setToken] = useState('')
  const { run, busy, error } = useMutation()
  const submit = () =>
    run(async () => {
      if (!(await unlock(token.trim())))
        throw new Error(
          'The control API does not accept this token: enter the one of --control-token.',
        )
    })
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
