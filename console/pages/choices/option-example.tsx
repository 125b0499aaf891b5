import { useState } from 'preact/hooks'
import type { ActiveChoice } from '../../../contract/control/worlds.ts'
import { usePlatform, worldUrl } from '../../app/platform.ts'
import { host } from '../../app/host.ts'
import { isDemo } from '../../app/visitor.ts'
import { useMutation } from '../../control/hooks.ts'
import type { ControlClient } from '../../control/client.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { plainText, prettyJson } from '../../ui/format.ts'

/** Shows the response to one request with the picked option and with another one. */
export function OptionExample({ choice }: { readonly choice: ActiveChoice }) {
  const { control } = usePlatform()
  const mutation = useMutation()
  const others = Object.entries(choice.options)
    .filter(([option, { takes_value: value }]) => option !== choice.pick.option && value !== true)
    .map(([option, { says }]) => [option, plainText(says)] as const)
  const [option, setOption] = useState(others[0]?.[0] ?? '')
  const [pair, setPair] = useState<readonly [string, string]>()
  const request = exampleRequest(choice)
  // Visitors of a demo cannot create the worlds of the example.
  if (request === undefined || others.length === 0 || isDemo) return null
  const { id, pick } = choice
  const now = pick.value === undefined ? pick.option : { [pick.option]: pick.value }
  const load = () =>
    mutation.run(async () => {
      const before = await respond(control, request, { [id]: now })
      setPair([before, await respond(control, request, { [id]: option })])
    })
  return (
    <div class="stack" role="group" aria-label={`Example of ${id}`}>
      <div class="row">
        <SelectField
          label="Compare with"
          value={option}
          options={others}
          onValue={(next) => {
            setOption(next)
            setPair(undefined)
          }}
        />
        <Button busy={mutation.busy} onClick={load}>
          Show an example
        </Button>
        <span class="small faint">
          <code>
            {request.method} {request.path}
          </code>{' '}
          in two new worlds, which are deleted afterwards
        </span>
      </div>
      <ErrorNotice message={mutation.error} />
      {pair !== undefined && (
        <div class="choice-example">
          <div class="stack">
            <h3>
              <TextWithCode text={pick.says} />
            </h3>
            <Code label={`the response with ${pick.option}`} text={pair[0]} wrap />
          </div>
          <div class="stack">
            <h3>
              <TextWithCode text={choice.options[option]?.says ?? option} />
            </h3>
            <Code label={`the response with ${option}`} text={pair[1]} wrap />
          </div>
        </div>
      )}
      {pair !== undefined && pair[0] === pair[1] && (
        <p class="small faint">This request does not show the difference.</p>
      )}
    </div>
  )
}

/** The maximum number of characters to show of a response. */
const maxText = 3000

/** Sends a request in a new world with these picks; returns the status and what shows the choice. */
async function respond(
  control: ControlClient,
  request: ExampleRequest,
  picks: object,
): Promise<string> {
  const world = await control.call('POST worlds', {
    body: {
      seed: 'example',
      speed: 'max',
      ttl: '1m',
      profile: { picks },
    },
  })
  try {
    const root = worldUrl(world.name)
    const headers = new Headers()
    if (request.body !== undefined) headers.set('content-type', 'application/json')
    const key = world.keys['full']
    if (request.signedIn === true && key !== undefined)
      headers.set('authorization', `Bearer ${key}`)
    const response = await host.fetch(`${root}${request.path}`, {
      method: request.method,
      headers,
      ...(request.body && { body: JSON.stringify(request.body) }),
    })
    const text = prettyJson(await response.text())
    const rest = request.showsHeaders === true ? headersOf(response) : text
    return `${response.status}\n${rest.slice(0, maxText)}`
  } finally {
    await control.call('DELETE worlds/{name}', { params: { name: world.name } })
  }
}

const headersOf = ({ headers }: Response) =>
  [...headers]
    .filter(([name]) => name !== 'date')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** A request that shows a choice. */
type ExampleRequest = {
  readonly method: string
  readonly path: string
  readonly body?: object
  /** Whether it has an access token. */
  readonly signedIn?: boolean
  /** Whether the headers of the response show the choice, not its body. */
  readonly showsHeaders?: boolean
}

const missingCredential: ExampleRequest = { method: 'GET', path: '/api/agents' }
const unknownRoute: ExampleRequest = { method: 'GET', path: '/api/nothing' }
const login: ExampleRequest = {
  method: 'POST',
  path: '/api/auth/login',
  body: { email: 'demo@example.com', password: 'demo-password' },
}
const createKey: ExampleRequest = {
  method: 'POST',
  path: '/api/me/api-keys',
  body: { name: 'Example' },
  signedIn: true,
}
const createConversation: ExampleRequest = {
  method: 'POST',
  path: '/api/conversations',
  body: { title: 'Example' },
  signedIn: true,
}
const turn: ExampleRequest = {
  method: 'POST',
  path: '/api/react',
  body: { q: 'Where is my order?' },
  signedIn: true,
}
const listOf = (query: string): ExampleRequest => ({
  method: 'GET',
  path: `/api/agents?${query}`,
  signedIn: true,
})

/** Requests of single choices, where one for their kind of response would not show them. */
const byChoice: Readonly<Record<string, ExampleRequest>> = {
  'lists.default-size': { method: 'GET', path: '/api/agents', signedIn: true },
  'lists.oversize': listOf('size=1000'),
  'lists.page-beyond-end': listOf('page=99'),
  'errors.wrong-method': { method: 'DELETE', path: '/api/version' },
  'http.allow': { method: 'DELETE', path: '/api/version', showsHeaders: true },
  'http.headers': { ...missingCredential, showsHeaders: true },
  'http.head': { method: 'HEAD', path: '/api/version', showsHeaders: true },
  'auth.challenge': { ...missingCredential, showsHeaders: true },
  'http.trailing-slash': { method: 'GET', path: '/api/version/' },
  'events.content-type': { ...turn, showsHeaders: true },
}

const byEndpoint: Readonly<Record<string, ExampleRequest>> = {
  'keys.create': createKey,
  'keys.list': { method: 'GET', path: '/api/me/api-keys', signedIn: true },
  'conversations.create': createConversation,
  'conversations.list': { method: 'GET', path: '/api/conversations?size=2', signedIn: true },
  'channels.list': { method: 'GET', path: '/api/channels', signedIn: true },
  'workflows.list': { method: 'GET', path: '/api/workflows?size=1', signedIn: true },
  version: { method: 'GET', path: '/api/version' },
}

const byReply: Readonly<Record<string, ExampleRequest>> = {
  session: login,
  page: listOf('size=1'),
  envelope: createConversation,
  stream: turn,
}

const byCondition: Readonly<Record<string, ExampleRequest>> = {
  'credential-missing': missingCredential,
  'route-unknown': unknownRoute,
  'login-failed': { ...login, body: { email: 'demo@example.com', password: 'wrong' } },
  'resource-missing': { method: 'GET', path: '/api/agents/unknown', signedIn: true },
  invalid: { ...login, body: { email: 5 } },
}

/** Returns a request whose response can show a choice; `undefined` if the page knows none. */
function exampleRequest({ id, shows }: ActiveChoice): ExampleRequest | undefined {
  const own = byChoice[id]
  if (own !== undefined) return own
  for (const { endpoints, replies, conditions, events, with: field } of [shows].flat()) {
    // A field of the request, which these requests do not have, decides.
    if (field !== undefined) continue
    if (conditions?.length === 0) return missingCredential
    const found = [
      ...(conditions ?? []).map((one) => byCondition[one]),
      ...(replies ?? []).map((one) => byReply[one]),
      ...(endpoints ?? []).map((one) => byEndpoint[one]),
      ...((events?.length ?? 0) > 0 ? [turn] : []),
    ].find((request) => request !== undefined)
    if (found !== undefined) return found
  }
  return undefined
}
