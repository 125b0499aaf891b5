import { useState } from 'preact/hooks'
import type { JournalLine, JournalRecord } from '../../../contract/control/journal.ts'
import { host } from '../../app/host.ts'
import { navigate, pageLocation, hrefOf } from '../../app/location.ts'
import { usePlatform } from '../../app/platform.ts'
import { useMutation, useWorldDetails } from '../../control/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { Form, TextField } from '../../ui/fields.tsx'
import type { WorldDetails } from '../../../contract/control/worlds.ts'

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
      const before = await control.call('GET journal', { query: { limit: 1 } })
      const response = await host.fetch(request.url, request.init).catch(() => undefined)
      // A stream goes on to its end, as if a client read it.
      response?.text().catch(() => undefined)
      const since = before.entries[0]?.number ?? 0
      const { entries } = await control.call('GET journal', { query: { since } })
      const again = entries.find(({ method, path }) => isSame(call, { method, path }))
      if (again === undefined) throw new Error('The server did not receive the call.')
      compare(again.number, call.number)
    })
  return (
    <>
      <div class="row">
        <CopyButton text={toCurl(call, root)} label="Copy as curl" short="Copy as curl" />
        <Button busy={mutation.busy} onClick={replay}>
          Send again
        </Button>
        <Form class="row push" onSubmit={() => compare(call.number, Number(other))}>
          <TextField
            label="Compare with call"
            type="number"
            min={1}
            required
            value={other}
            onValue={setOther}
          />
          <Button type="submit">Compare</Button>
        </Form>
      </div>
      {mutation.error !== undefined && (
        <Notice tone="bad" title="The call was not sent again">
          {mutation.error}
        </Notice>
      )}
    </>
  )
}

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
  const response = await host.fetch(`${root}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { access_token: token } = Object(await response.json()) as { access_token?: unknown }
  if (typeof token === 'string') return token
  throw new Error(`Signing in as ${email} failed with status ${response.status}.`)
}

/** Headers that every client sets automatically, or that only the browser of the call could know. */
const ownHeaders =
  /^(host|connection|content-length|accept-encoding|user-agent|origin|referer|cookie|x-understudy-world|sec-.*)$/

/** The credentials that stand for the masked ones of a call. */
type Credentials = {
  readonly root: string
  readonly world: Pick<WorldDetails, 'users' | 'keys'>
  /** Signs in and returns an access token. */
  signIn(email: string, password: string): Promise<string>
}

/** A request as the page sends it. */
type ReplayedRequest = { readonly url: string; readonly init: RequestInit }

/** The URL of a call in the world with this base URL. */
function urlOf({ path, query }: JournalRecord, root: string): string {
  const search = query === '' ? '' : `?${query.replace(/^\?/, '')}`
  return `${root}${path.replace(/^\/w\/[^/]+/, '')}${search}`
}

const headersOf = ({ request }: JournalRecord) =>
  Object.entries(request.headers).filter(([name]) => !ownHeaders.test(name))

const isCutOff = ({ request: { body } }: JournalRecord): boolean =>
  body !== null && body.length > body.text.length

/**
 * Returns the request of a call with its credentials in place of the masked ones. Throws an `Error`
 * if a part of the request is neither stored nor known.
 */
async function readRequest(
  call: JournalRecord,
  { root, world, signIn }: Credentials,
): Promise<ReplayedRequest> {
  if (isCutOff(call))
    throw new Error('The journal stores only the start of this body: copy the call as curl.')
  const tokens = new Map<string, string>()
  const unmask = async (text: string): Promise<string> => {
    let plain = text
    for (const [mask, email = ''] of text.matchAll(/<jwt of ([^<>]*)>/g)) {
      const user = world.users.find((each) => each.email === email)
      if (user === undefined) throw new Error(`The page cannot sign in as ${email}.`)
      const token = tokens.get(email) ?? (await signIn(email, user.password))
      tokens.set(email, token)
      plain = plain.replaceAll(mask, token)
    }
    for (const [mask] of text.matchAll(/svc_[\w-]{0,16}…/g)) {
      const key = Object.values(world.keys).find((each) => each.startsWith(mask.slice(0, -1)))
      if (key === undefined) throw new Error(`The page does not know the API key ${mask}.`)
      plain = plain.replaceAll(mask, key)
    }
    if (plain.includes('…') && /"…\\*"|=…|^…$|\s…$/.test(plain))
      throw new Error('The journal masks a secret of this call: copy it as curl and fill it in.')
    return plain
  }
  const headers = new Headers()
  for (const [name, value] of headersOf(call)) headers.set(name, await unmask(value))
  const body = call.request.body && (await unmask(call.request.body.text))
  return {
    url: await unmask(urlOf(call, root)),
    init: { method: call.method, headers, ...(body !== null && { body }) },
  }
}

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns a call as a curl command; a comment names each secret that has to be filled in. */
function toCurl(call: JournalRecord, root: string): string {
  const notes = new Set<string>()
  const argument = (text: string): string =>
    // Outside the quotes, so that the shell replaces the variable.
    quoted(text)
      .replaceAll(/<jwt of ([^<>]*)>/g, (_, email: string) => {
        notes.add(`# TOKEN: an access token of ${email.replaceAll(/\s/g, ' ')}`)
        return `'"$TOKEN"'`
      })
      .replaceAll(/svc_[\w-]{0,16}…/g, (mask) => {
        notes.add(`# KEY: the API key ${mask}`)
        return `'"$KEY"'`
      })
  const body = call.request.body?.text ?? ''
  const parts = [
    `curl ${call.stream === null ? '' : '-N '}-X ${call.method} ${argument(urlOf(call, root))}`,
    ...headersOf(call).map(([name, value]) => `-H ${argument(`${name}: ${value}`)}`),
    ...(body === '' ? [] : [`--data-raw ${argument(body)}`]),
  ]
  if (isCutOff(call)) notes.add('# The body is longer: the journal stores only its start.')
  if (parts.some((part) => part.includes('…'))) notes.add('# …: a secret that the journal masks')
  return [...notes, parts.join(' \\\n  ')].join('\n')
}
