import { useState } from 'preact/hooks'
import type { JournalLine, JournalRecord } from '../../../contract/control/journal.ts'
import { host } from '../../app/host.ts'
import { navigate, pageLocation, hrefOf } from '../../app/location.ts'
import {
  copyFormats,
  findKey,
  headersOf,
  isBodyCutOff,
  maskedKey,
  maskedToken,
  urlOf,
} from './copy-call.ts'
import { checkOfCall, type CheckOptions, checkRunners } from './check-of-call.ts'
import { usePlatform } from '../../app/platform.ts'
import { isDemo } from '../../app/visitor.ts'
import { useMutation, useWorldDetails } from '../../control/hooks.ts'
import { useWorldStatus } from '../../control/world-status.ts'
import { Button } from '../../ui/button.tsx'
import { Code, CopyButton } from '../../ui/copy.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/feedback.tsx'
import { pathInWorld } from '../../../contract/operations/path-table.ts'
import { Form } from '../../ui/fields.tsx'
import type { WorldDetails } from '../../../contract/control/worlds.ts'

type CallActionsProps = {
  readonly call: JournalRecord
  /** The number of an earlier call that is suggested for the comparison. */
  readonly previousNumber: number | undefined
}

/** Actions for a call: copy it as code, send it again, or compare it with another call. */
export function CallActions({ call, previousNumber }: CallActionsProps) {
  const { root, control } = usePlatform()
  const proxyUrl = useWorldStatus()?.proxy?.url
  const { data: world } = useWorldDetails()
  const mutation = useMutation()
  const [other, setOther] = useState(previousNumber === undefined ? '' : String(previousNumber))
  const [isChecking, setIsChecking] = useState(false)
  const [isOpen, setIsOpen] = useState(false)
  const replayIn = (details: WorldDetails) =>
    mutation.run(async () => {
      const request = await readRequest(call, root, details)
      const earlierCalls = await control.call('GET journal', { query: { limit: 1 } })
      const response = await host.fetch(request.url, request.init).catch(() => undefined)
      // Reads the whole response, so that the server sends a stream to its end.
      response?.text().catch(() => undefined)
      const since = earlierCalls.entries[0]?.number ?? 0
      const { entries } = await control.call('GET journal', { query: { since } })
      const replayedCall = entries.find(({ method, path }) => isSameRequest(call, { method, path }))
      if (replayedCall === undefined) throw new Error('The request did not reach the server.')
      openComparison(replayedCall.number, call.number)
    })
  return (
    <>
      <div class={`call-actions ${isOpen ? 'is-open' : ''}`}>
        {host.isProxy !== true && (
          <Button
            busy={mutation.busy}
            disabled={world === undefined}
            onClick={() => world && replayIn(world)}
          >
            Send again
          </Button>
        )}
        <span class="call-more">
          <Button pressed={isOpen} onClick={() => setIsOpen(!isOpen)}>
            More
          </Button>
        </span>
        <span class="row row-middle">
          <span class="small faint">Copy as</span>
          {copyFormats.map(([name, write]) => (
            <CopyButton
              key={name}
              kind="plain"
              text={write(call, proxyUrl ?? root)}
              label={`Copy as ${name}`}
              short={name}
            />
          ))}
        </span>
        <span class="row row-middle">
          <span class="small faint">Make</span>
          <Button
            label="Make a check of this call"
            disabled={world === undefined && host.isProxy !== true}
            onClick={() => setIsChecking(true)}
          >
            a check
          </Button>
          {isTurn(call) && (
            <ActionLink
              label="Make a script of this turn"
              href={hrefOf('director', { call: String(call.number) })}
            >
              a script
            </ActionLink>
          )}
          {call.endpoint !== null && (
            <ActionLink
              label="Make a fault of this call"
              href={hrefOf('faults', {
                endpoint: call.endpoint,
                effect: call.stream === null ? 'error' : 'cut-after',
              })}
            >
              a fault
            </ActionLink>
          )}
        </span>
        <Form class="row row-middle" onSubmit={() => openComparison(call.number, Number(other))}>
          <label class="small faint" for="compared-call">
            Compare with call
          </label>
          <input
            id="compared-call"
            type="number"
            min={1}
            required
            value={other}
            onInput={({ currentTarget }) => setOther(currentTarget.value)}
          />
          <Button type="submit">Compare</Button>
        </Form>
      </div>
      {isChecking && (
        <CheckDialog
          call={call}
          root={proxyUrl ?? root}
          world={world}
          onClose={() => setIsChecking(false)}
        />
      )}
      {mutation.error !== undefined && (
        <Notice tone="bad" title="The call was not sent again">
          {mutation.error}
        </Notice>
      )}
    </>
  )
}

const ActionLink = (props: {
  readonly label: string
  readonly href: string
  readonly children: string
}) => (
  <a class="button" aria-label={props.label} title={props.label} href={props.href}>
    {props.children}
  </a>
)

/** Whether a call started a turn that the director of this server can play again. */
const isTurn = ({ endpoint, stream }: JournalRecord): boolean =>
  stream !== null &&
  /^chat\.(react|dag|auto)$/.test(endpoint ?? '') &&
  host.isProxy !== true &&
  host.isInPage !== true &&
  !isDemo

type CheckDialogProps = Omit<CheckOptions, 'runner'> & {
  readonly call: JournalRecord
  readonly onClose: () => void
}

/** A dialog with the code of a test that sends a call again and expects the same response. */
function CheckDialog({ call, onClose, ...options }: CheckDialogProps) {
  const [runner, setRunner] = useState<CheckOptions['runner']>(checkRunners[0])
  return (
    <Dialog title={`A check of call ${call.number}`} wide onClose={onClose}>
      <div class="stack">
        <div class="row row-middle" role="group" aria-label="Test runner">
          {checkRunners.map((each) => (
            <Button key={each} pressed={each === runner} onClick={() => setRunner(each)}>
              {each}
            </Button>
          ))}
        </div>
        <Code label="the check" text={checkOfCall(call, { ...options, runner })} />
        <p class="small faint">
          It expects the status, the envelope and the types of fields, not their values.
        </p>
      </div>
    </Dialog>
  )
}

const isSameRequest = (call: JournalLine, other: Pick<JournalLine, 'method' | 'path'>): boolean =>
  call.method === other.method && pathInWorld(call.path) === pathInWorld(other.path)

/** Opens the comparison of a call with another one. */
function openComparison(call: number, other: number): void {
  const params = Object.fromEntries(pageLocation.value.params)
  navigate('journal', { ...params, call: `${call}`, with: `${other}` })
}

/** Returns a link that shows one call. The link does not compare it with another call. */
export const hrefOfCall = (call: string | undefined) =>
  hrefOf('journal', { ...Object.fromEntries(pageLocation.value.params), call, with: undefined })

/** Signs in at a world, and returns an access token. */
async function signIn(root: string, email: string, password: string): Promise<string> {
  const response = await host.fetch(`${root}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { access_token: token } = Object(await response.json()) as { access_token?: unknown }
  if (typeof token === 'string') return token
  throw new Error(`Signing in as ${email} failed with status ${response.status}.`)
}

/**
 * Returns the request of a call, with real credentials in place of the masked ones. Throws an
 * `Error` if the journal has only a part of the request, or if a credential is unknown.
 */
async function readRequest(call: JournalRecord, root: string, world: WorldDetails) {
  if (isBodyCutOff(call))
    throw new Error(
      'The journal stores only the start of this body: copy the call as curl, and complete it.',
    )
  const tokens = new Map<string, string>()
  const unmask = async (text: string): Promise<string> => {
    let plain = text
    for (const [mask, email = ''] of text.matchAll(maskedToken)) {
      const user = world.users.find((each) => each.email === email)
      if (user === undefined)
        throw new Error(`The password of ${email} is unknown: copy the call as curl, and add it.`)
      const token = tokens.get(email) ?? (await signIn(root, email, user.password))
      tokens.set(email, token)
      plain = plain.replaceAll(mask, token)
    }
    for (const [mask] of text.matchAll(maskedKey)) {
      const key = findKey(world.keys, mask)
      if (key === undefined) throw new Error(`API key ${mask} is unknown: copy the call as curl.`)
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
