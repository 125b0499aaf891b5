import { useState } from 'preact/hooks'
import type { ActiveChoice, WorldDetails } from '../../../contract/control/worlds.ts'
import { usePlatform, worldUrl } from '../../app/platform.ts'
import { isDemo } from '../../app/visitor.ts'
import { useMutation } from '../../control/hooks.ts'
import type { ControlClient } from '../../control/client.ts'
import { Button } from '../../ui/button.tsx'
import { Code } from '../../ui/copy.tsx'
import { ErrorNotice } from '../../ui/feedback.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { plainText, prettyJson, TextWithCode } from '../../ui/text.tsx'
import { type ExampleRequest, exampleRequest } from './example-requests.ts'

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
  const world = await control.send<WorldDetails>('POST', 'worlds', {
    seed: 'example',
    speed: 'max',
    ttl: '1m',
    profile: { picks },
  })
  try {
    const root = worldUrl(world.name)
    const headers = new Headers()
    if (request.body !== undefined) headers.set('content-type', 'application/json')
    const key = world.keys['full']
    if (request.signedIn === true && key !== undefined)
      headers.set('authorization', `Bearer ${key}`)
    const response = await fetch(`${root}${request.path}`, {
      method: request.method,
      headers,
      ...(request.body && { body: JSON.stringify(request.body) }),
    })
    const text = prettyJson(await response.text())
    const rest = request.showsHeaders === true ? headersOf(response) : text
    return `${response.status}\n${rest.slice(0, maxText)}`
  } finally {
    await control.send('DELETE', `worlds/${encodeURIComponent(world.name)}`)
  }
}

const headersOf = ({ headers }: Response) =>
  [...headers]
    .filter(([name]) => name !== 'date')
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
