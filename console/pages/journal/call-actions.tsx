import { useState } from 'preact/hooks'
import type { JournalLine, JournalRecord } from '../../../contract/control/journal.ts'
import { navigate, pageLocation, hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { useMutation, useWorldDetails } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/fields.tsx'
import { readRequest, toCurl } from './call-request.ts'

type CallActionsProps = {
  readonly call: JournalRecord
  /** The number of an earlier call of the same operation. */
  readonly previous: number | undefined
}

/** What can be done with a call: copy it as curl, send it again, compare it with another one. */
export function CallActions({ call, previous }: CallActionsProps) {
  const { root, control } = usePlatform()
  const world = useWorldDetails()
  const mutation = useMutation()
  const [other, setOther] = useState(previous === undefined ? '' : String(previous))
  const replay = () =>
    mutation.run(async () => {
      if (world.data === undefined) throw new Error('The users of the world are not loaded yet.')
      const request = await readRequest(call, { root, world: world.data, signIn: signInAt(root) })
      const before = await control.get<JournalList>('journal?limit=1')
      const response = await fetch(request.url, request.init).catch(() => undefined)
      // A stream goes on to its end, as if a client read it.
      response?.text().catch(() => undefined)
      const since = before.entries[0]?.number ?? 0
      const { entries } = await control.get<JournalList>(`journal?since=${since}`)
      const again = entries.find(({ method, path }) => isSame(call, { method, path }))
      if (again === undefined) throw new Error('The server did not receive the call.')
      compare(again.number, call.number)
    })
  const submit = (event: Event) => {
    event.preventDefault()
    compare(call.number, Number(other))
  }
  return (
    <>
      <div class="row">
        <CopyButton text={toCurl(call, root)} label="Copy as curl" short="Copy as curl" />
        <Button busy={mutation.busy} onClick={replay}>
          Send again
        </Button>
        <form class="row push" onSubmit={submit}>
          <TextField
            label="Compare with call"
            type="number"
            min={1}
            required
            value={other}
            onValue={setOther}
          />
          <Button type="submit">Compare</Button>
        </form>
      </div>
      {mutation.error !== undefined && (
        <Notice tone="bad" title="The call was not sent again">
          {mutation.error}
        </Notice>
      )}
    </>
  )
}

type JournalList = { readonly entries: readonly JournalLine[] }

const isSame = (call: JournalLine, other: Pick<JournalLine, 'method' | 'path'>): boolean =>
  call.method === other.method && plainPath(call) === plainPath(other)

const plainPath = ({ path }: Pick<JournalLine, 'path'>) => path.replace(/^\/w\/[^/]+/, '')

/** Opens the comparison of a call with another one. */
function compare(call: number, other: number): void {
  const params = Object.fromEntries(pageLocation.value.params)
  navigate('journal', { ...params, call: `${call}`, with: `${other}` })
}

/** A link to a call without the comparison. */
export const hrefOfCall = (call: string | undefined) =>
  hrefOf('journal', { ...Object.fromEntries(pageLocation.value.params), call, with: undefined })

const signInAt = (root: string) => async (email: string, password: string) => {
  const response = await fetch(`${root}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { access_token: token } = Object(await response.json()) as { access_token?: unknown }
  if (typeof token === 'string') return token
  throw new Error(`Signing in as ${email} failed with status ${response.status}.`)
}
