import type { ComponentChildren } from 'preact'
import { useContext, useState } from 'preact/hooks'
import { usePlatform } from '../../app/platform.ts'
import type { RecordPage } from '../../../contract/control/worlds.ts'
import { callOf } from '../../../contract/control/call.ts'
import { useMutation, useQuery, useWorldDetails } from '../../control/hooks.ts'
import { Notice } from '../../ui/feedback.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { Button, Icon } from '../../ui/button.tsx'
import { Form, TextField } from '../../ui/fields.tsx'
import type { Authentication } from './model/authentication.ts'
import { describeError } from './model/describe-error.ts'
import { AudienceContext } from '../../app/audience.ts'

/** A form to sign in to the platform: as a listed user, with a password, or with an API key. */
export function SignIn({ auth }: { readonly auth: Authentication }) {
  const isForAudience = useContext(AudienceContext)
  const { access } = usePlatform()
  const details = useWorldDetails()
  const { data: records } = useQuery(
    details.data && callOf('GET records/{kind}', { params: { kind: 'users' } }),
  )
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [key, setKey] = useState('')
  const { run: attempt, error, busy: isBusy } = useMutation(describeError)

  const isLoading = details.data === undefined && details.error === undefined
  if (access === 'unknown' || (access === 'open' && isLoading)) return null
  const { users = [], keys = {}, fixture } = details.data ?? {}
  if (auth.needsCode.value) return <CodeForm {...{ auth, attempt, error, isBusy }} />
  return (
    <div class="sign-in card stack">
      <h2>Sign in to the Agent Platform</h2>
      {auth.isEnded.value && (isForAudience ? <EndedNotice /> : <EndedSession />)}
      {users.length > 0 && !isForAudience && (
        <p class="small faint">
          These users are in the data “{fixture}” of this fake. Choose one to sign in.
        </p>
      )}
      {users.length > 0 && (
        <div class="button-rows" role="group" aria-label="Users of this world">
          {users.map(({ email: user, password: known }) => (
            <Button
              key={user}
              busy={isBusy}
              onClick={() => void attempt(() => auth.signIn(user, known))}
            >
              <span>{nameOf(records, user)}</span>
              <span class="faint">{user}</span>
              <Icon name="down" />
            </Button>
          ))}
        </div>
      )}
      {error !== undefined && (
        <p class="bad" role="alert">
          {error}
        </p>
      )}
      <details open={users.length === 0}>
        <summary>With a password</summary>
        <Form class="stack" onSubmit={() => attempt(() => auth.signIn(email, password))}>
          <TextField
            label="Email"
            type="email"
            autocomplete="username"
            required
            value={email}
            onValue={setEmail}
          />
          <TextField
            label="Password"
            type="password"
            autocomplete="current-password"
            required
            value={password}
            onValue={setPassword}
          />
          <Button type="submit" busy={isBusy}>
            Sign in
          </Button>
        </Form>
      </details>
      <details>
        <summary>With an API key</summary>
        <Form class="stack" onSubmit={() => attempt(() => auth.useKey(key.trim()))}>
          <TextField
            label="API key"
            autocomplete="off"
            spellcheck={false}
            required
            value={key}
            onValue={setKey}
          />
          {Object.keys(keys).length > 0 && (
            <div class="row" role="group" aria-label="Keys of this world">
              {Object.entries(keys).map(([name, value]) => (
                <Button key={name} kind="quiet" onClick={() => setKey(value)}>
                  {name}
                </Button>
              ))}
            </div>
          )}
          <Button type="submit" busy={isBusy}>
            Use the key
          </Button>
        </Form>
      </details>
    </div>
  )
}

/** Returns the name and the role of a user, so that the user of a demo knows whom to choose. */
function nameOf(users: RecordPage | undefined, email: string): string | undefined {
  const user = users?.items.find((each) => each['email'] === email)
  if (user === undefined) return undefined
  const role = user['is_admin'] ? 'administrator' : user['is_restricted'] ? 'restricted' : 'user'
  return [user['display_name'], role].filter(Boolean).join(', ')
}

/** Shows why the session ended, from the journal, and says that the question is kept. */
function EndedSession() {
  const { hasControl } = usePlatform()
  const query = { endpoint: 'auth.refresh', status: '4xx', limit: 1 }
  const { data } = useQuery(hasControl ? callOf('GET journal', { query }) : undefined)
  const why = data?.entries[0]?.explanation
  return (
    <EndedNotice>
      {why && (
        <>
          <TextWithCode text={why} />.{' '}
        </>
      )}
    </EndedNotice>
  )
}

function EndedNotice({ children }: { readonly children?: ComponentChildren }) {
  return (
    <Notice tone="warn" title="Your session has ended. ">
      {children}
      Sign in again: the conversation and your question are still here.
    </Notice>
  )
}

type CodeFormProps = {
  readonly auth: Authentication
  readonly attempt: (work: () => Promise<void>) => Promise<boolean>
  readonly error: string | undefined
  readonly isBusy: boolean
}

function CodeForm({ auth, attempt, error, isBusy }: CodeFormProps) {
  const [code, setCode] = useState('')
  return (
    <Form class="sign-in card stack" onSubmit={() => attempt(() => auth.submitCode(code))}>
      <h2>A second factor</h2>
      <TextField
        label="Code"
        inputMode="numeric"
        autocomplete="one-time-code"
        required
        value={code}
        error={error}
        onValue={setCode}
      />
      <Button type="submit" kind="primary" busy={isBusy}>
        Sign in
      </Button>
    </Form>
  )
}
