import { useId, useState } from 'preact/hooks'
import type { ActiveChoice, ShownPick } from '../../../contract/control/worlds.ts'
import { Badge, ErrorNotice, GradeBadge } from '../../ui/feedback.tsx'
import { TextWithCode } from '../../ui/text.tsx'
import { Button } from '../../ui/button.tsx'
import { isPickChanged } from './choice-filter.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { formatCount } from '../../../contract/format-count.ts'
import { parseJson } from '../../../contract/json.ts'
import { usePlatform, worldUrl } from '../../app/platform.ts'
import { host } from '../../app/host.ts'
import { isDemo } from '../../app/visitor.ts'
import { useMutation } from '../../control/hooks.ts'
import type { ControlClient } from '../../control/client.ts'
import { Code } from '../../ui/copy.tsx'
import { plainText, prettyJson } from '../../ui/format.ts'

/** Picks another option of a choice; `null` restores the default. Resolves to true on success. */
export type SetPick = (id: string, pick: unknown) => Promise<boolean>

type ChoiceRowProps = {
  readonly choice: ActiveChoice
  readonly calls: number
  readonly busy: boolean
  readonly error: string | undefined
  readonly onPick: SetPick
}

/** Shows a choice: its question and its pick, and, when expanded, all its options. */
export function ChoiceRow({ choice, calls, busy, error, onPick }: ChoiceRowProps) {
  const { id, question, clause, pick, at, applies, options } = choice
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span class="choice-question">
            <span>
              <TextWithCode text={question} />
            </span>
            <code class="faint">{id}</code>
          </span>
          <span class="choice-pick">
            <span>{formatPick(pick)}</span>
            <span>
              <GradeBadge grade={pick.grade} />
            </span>
            <span class="faint">
              {isPickChanged(choice) && <Badge tone="warn">changed</Badge>}{' '}
              {[calls > 0 && formatCount(calls, 'call'), !applies && 'no effect']
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </summary>
        {isOpen && (
          <div class="stack choice-body">
            <p class="small faint">
              Specification, section {clause}.{' '}
              {!applies && 'No response shows this choice, because of another pick.'}
            </p>
            <fieldset class="choice-options">
              <legend class="unseen">{question}</legend>
              {Object.entries(options).map(([option, details]) => (
                <OptionRow
                  key={option}
                  choice={choice}
                  option={option}
                  details={details}
                  busy={busy}
                  onPick={(next) => onPick(id, next)}
                />
              ))}
            </fieldset>
            <PicksPerOperation at={at} />
            <OptionExample key={pick.option} choice={choice} />
            <ErrorNotice message={error} />
            {isPickChanged(choice) && (
              <div class="row">
                <Button busy={busy} onClick={() => onPick(id, null)}>
                  Restore the default
                </Button>
              </div>
            )}
          </div>
        )}
      </details>
    </li>
  )
}

const formatValue = (value: unknown): string =>
  typeof value === 'object' ? JSON.stringify(value) : String(value)

const formatPick = ({ option, value }: ShownPick): string =>
  value === undefined ? option : `${option}: ${formatValue(value)}`

export const PickWithGrade = ({ pick }: { readonly pick: ShownPick }) => (
  <>
    {formatPick(pick)} <GradeBadge grade={pick.grade} />
  </>
)

/** Lists the operations that have a different pick for this choice. */
const PicksPerOperation = ({ at }: Pick<ActiveChoice, 'at'>) => (
  <>
    {Object.entries(at).map(([operation, pick]) => (
      <p key={operation} class="small">
        <code>{operation}</code>: <PickWithGrade pick={pick} />
      </p>
    ))}
  </>
)

type OptionRowProps = {
  readonly choice: ActiveChoice
  readonly option: string
  readonly details: ActiveChoice['options'][string]
  readonly busy: boolean
  /** Called with the name of an option, or with `{ option: value }` for an option with a value. */
  readonly onPick: (pick: unknown) => void
}

/** An option of a choice: a radio button, and a field if the option has a value. */
function OptionRow({ choice, option, details, busy, onPick }: OptionRowProps) {
  const id = useId()
  const isPicked = choice.pick.option === option
  const picked = isPicked ? formatValue(choice.pick.value ?? '') : ''
  const [draft, setDraft] = useState({ picked, value: picked })
  // Another tab or a profile can change the pick. The field then shows the new value, not the
  // draft.
  const value = draft.picked === picked ? draft.value : picked
  const takesValue = details.takes_value !== undefined
  const pickOption = () => onPick(takesValue ? { [option]: readValue(value) } : option)
  const radio = (
    <>
      <input
        id={id}
        type="radio"
        name={choice.id}
        aria-label={takesValue ? details.says : undefined}
        checked={isPicked}
        onChange={pickOption}
      />
      <span>
        <span>
          <TextWithCode text={details.says} />
        </span>{' '}
        <GradeBadge grade={details.grade} />
        {option === choice.default && <span class="small faint"> default</span>}
      </span>
    </>
  )
  if (!takesValue)
    return (
      <label class="check" for={id}>
        {radio}
      </label>
    )
  return (
    <div class="row choice-value">
      <span class="check">{radio}</span>
      <TextField
        label={`Value of ${details.says}`}
        hideLabel
        value={value}
        onValue={(next) => setDraft({ picked, value: next })}
      />
      <Button busy={busy} onClick={pickOption}>
        Apply
      </Button>
    </div>
  )
}

/** Parses a whole number, a list or an object. Anything else stays text: the server validates it. */
const readValue = (text: string): unknown =>
  /^\s*(?:\d+\s*$|[{[])/.test(text) ? parseJson(text, text.trim()) : text.trim()

/** Shows two responses to one request: with the picked option, and with another option. */
function OptionExample({ choice }: { readonly choice: ActiveChoice }) {
  const { control } = usePlatform()
  const mutation = useMutation()
  const others = Object.entries(choice.options)
    .filter(([option, { takes_value: value }]) => option !== choice.pick.option && value !== true)
    .map(([option, { says }]) => [option, plainText(says)] as const)
  const [option, setOption] = useState(others[0]?.[0] ?? '')
  const [loaded, setLoaded] = useState<{ option: string; pair: readonly [string, string] }>()
  // Responses must not be shown any more after the user has selected another option.
  const pair = loaded?.option === option ? loaded.pair : undefined
  const request = exampleRequest(choice)
  // Visitors of a demo cannot create the worlds of the example.
  if (request === undefined || others.length === 0 || isDemo) return null
  const { id, pick } = choice
  const now = pick.value === undefined ? pick.option : { [pick.option]: pick.value }
  const load = () =>
    mutation.run(async () => {
      const currentResponse = await fetchExample(control, request, { [id]: now })
      const otherResponse = await fetchExample(control, request, { [id]: option })
      setLoaded({ option, pair: [currentResponse, otherResponse] })
    })
  return (
    <div class="stack" role="group" aria-label={`Example of ${id}`}>
      <div class="row">
        <SelectField label="Compare with" value={option} options={others} onValue={setOption} />
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

/** The maximum number of characters of a response that are shown. */
const maxShownCharacters = 3000

/** Sends a request in a new world with these picks. Returns the status and headers or body. */
async function fetchExample(
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
    if (request.isSignedIn === true && key !== undefined)
      headers.set('authorization', `Bearer ${key}`)
    const response = await host.fetch(`${root}${request.path}`, {
      method: request.method,
      headers,
      ...(request.body && { body: JSON.stringify(request.body) }),
    })
    const text = prettyJson(await response.text())
    const rest = request.showsHeaders === true ? headersOf(response) : text
    return `${response.status}\n${rest.slice(0, maxShownCharacters)}`
  } finally {
    await control.call('DELETE worlds/{name}', { params: { name: world.name } })
  }
}

const headersOf = ({ headers }: Response) =>
  [...headers]
    .filter(([name]) => name !== 'date')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')

/** A request whose response shows the effect of a choice. */
type ExampleRequest = {
  readonly method: string
  readonly path: string
  readonly body?: object
  /** Whether the request is sent with an API key. */
  readonly isSignedIn?: boolean
  /** Whether the headers of the response show the effect. Default: the body shows the effect. */
  readonly showsHeaders?: boolean
}

const missingCredential: ExampleRequest = { method: 'GET', path: '/api/agents' }
const login: ExampleRequest = {
  method: 'POST',
  path: '/api/auth/login',
  body: { email: 'demo@example.com', password: 'demo-password' },
}
const read = (path: string): ExampleRequest => ({ method: 'GET', path, isSignedIn: true })
const send = (path: string, body: object): ExampleRequest => ({
  method: 'POST',
  path,
  body,
  isSignedIn: true,
})
const createConversation = send('/api/conversations', { title: 'Example' })
const startTurn = send('/api/react', { q: 'Where is my order?' })

/** Requests for choices whose effect the usual requests do not show, by the id of the choice. */
const requestByChoice: Readonly<Record<string, ExampleRequest>> = {
  'lists.default-size': read('/api/agents'),
  'lists.oversize': read('/api/agents?size=1000'),
  'lists.page-beyond-end': read('/api/agents?page=99'),
  'errors.wrong-method': { method: 'DELETE', path: '/api/version' },
  'http.allow': { method: 'DELETE', path: '/api/version', showsHeaders: true },
  'http.headers': { ...missingCredential, showsHeaders: true },
  'http.head': { method: 'HEAD', path: '/api/version', showsHeaders: true },
  'auth.challenge': { ...missingCredential, showsHeaders: true },
  'http.trailing-slash': { method: 'GET', path: '/api/version/' },
  'events.content-type': { ...startTurn, showsHeaders: true },
}

const requestByEndpoint: Readonly<Record<string, ExampleRequest>> = {
  'keys.create': send('/api/me/api-keys', { name: 'Example' }),
  'keys.list': read('/api/me/api-keys'),
  'conversations.create': createConversation,
  'conversations.list': read('/api/conversations?size=2'),
  'channels.list': read('/api/channels'),
  'workflows.list': read('/api/workflows?size=1'),
  version: { method: 'GET', path: '/api/version' },
}

const requestByReply: Readonly<Record<string, ExampleRequest>> = {
  session: login,
  page: read('/api/agents?size=1'),
  envelope: createConversation,
  stream: startTurn,
}

const requestByCondition: Readonly<Record<string, ExampleRequest>> = {
  'credential-missing': missingCredential,
  'route-unknown': { method: 'GET', path: '/api/nothing' },
  'login-failed': { ...login, body: { email: 'demo@example.com', password: 'wrong' } },
  'resource-missing': read('/api/agents/unknown'),
  invalid: { ...login, body: { email: 5 } },
}

/**
 * Returns a request whose response can show the effect of a choice; `undefined` if there is none.
 */
function exampleRequest({ id, shows }: ActiveChoice): ExampleRequest | undefined {
  const ownRequest = requestByChoice[id]
  if (ownRequest !== undefined) return ownRequest
  for (const { endpoints, replies, conditions, events, with: field } of [shows].flat()) {
    // Skipped: the choice depends on a request field that none of these requests has.
    if (field !== undefined) continue
    if (conditions?.length === 0) return missingCredential
    const usualRequest = [
      ...(conditions ?? []).map((one) => requestByCondition[one]),
      ...(replies ?? []).map((one) => requestByReply[one]),
      ...(endpoints ?? []).map((one) => requestByEndpoint[one]),
      ...((events?.length ?? 0) > 0 ? [startTurn] : []),
    ].find((request) => request !== undefined)
    if (usualRequest !== undefined) return usualRequest
  }
  return undefined
}
