import { signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { host } from '../../app/host.ts'
import { pageLocation, setParams } from '../../app/location.ts'
import { type Platform, usePlatform } from '../../app/platform.ts'
import { showNotice } from '../../app/site-notices.tsx'
import { showTourStep } from '../../app/tour.tsx'
import { errorMessage } from '../../control/hooks.ts'
import { refreshWorldStatus } from '../../control/world-status.ts'
import type { SentBody } from '../../../contract/control/operation.ts'
import type { ControlOperations } from '../../../contract/control/operations.ts'
import { isObject, parseJson } from '../../../contract/json.ts'
import type { Chat } from './model/chat.ts'

/** The maximum number of characters of a question, a script or a profile in a link. */
const maxLinkCharacters = 65_536

/** How many parts of a link, such as the profile, have not been played yet. */
const waitingPartCount = signal(0)
let lastPart: Promise<void> = Promise.resolve()

/**
 * Plays a link to a static site, such as `#/chat?profile=…&script=…&ask=…`. `profile` and `script`
 * are names or JSON documents; `tour` is the number of a step. Signs in the first user. On a server
 * nothing is played, because the author of a link must not use the user's world and model.
 *
 * Returns false while the script of the link has to wait, for example for the sign-in.
 */
export function useSiteLink(chat: Chat): boolean {
  const platform = usePlatform()
  const { params } = pageLocation.value
  const [profile, script, ask, tour] = ['profile', 'script', 'ask', 'tour'].map((name) =>
    params.get(name),
  )
  const store = chat.session.value
  const isPlayed = host.site !== undefined && platform.hasControl
  useEffect(() => {
    if (!isPlayed) return
    if (tour != null) {
      setParams({ tour: undefined })
      showTourStep(Number(tour) - 1)
    } else if (profile != null) {
      setParams({ profile: undefined })
      enqueuePart(() => applyProfile(platform, profile))
    } else if (script != null && isJsonText(script)) {
      setParams({ script: undefined })
      enqueuePart(async () => setParams({ script: await addScript(platform, script) }))
    } else if ((script ?? ask) != null && store === undefined)
      enqueuePart(() => signIn(platform, chat))
    else if (ask != null) {
      setParams({ ask: undefined })
      enqueuePart(async () => store?.ask(requireLinkLength('question', ask), { isNew: true }))
    }
  }, [isPlayed, profile, script, ask, tour, store])
  const isFirst = profile != null || (script != null && isJsonText(script))
  return waitingPartCount.value === 0 && !(isPlayed && isFirst)
}

/** Plays the next part of a link. If it fails, the parts after it are dropped. */
function enqueuePart(play: () => Promise<void>): void {
  waitingPartCount.value += 1
  lastPart = lastPart
    .then(play)
    .catch((error: unknown) => {
      setParams({ ask: undefined, script: undefined })
      showNotice(`This link can't be played: ${errorMessage(error)}`)
    })
    .finally(() => (waitingPartCount.value -= 1))
}

async function applyProfile({ control }: Platform, text: string): Promise<void> {
  const document = isJsonText(text) ? parseObject('profile', text) : { profile: text }
  // The fake validates the profile.
  await control.call('PUT choices', {
    body: document as SentBody<ControlOperations['PUT choices']>,
  })
  await refreshWorldStatus(control)
}

/** Adds the script of a link to the world. Returns the name of the script. */
async function addScript({ control }: Platform, text: string): Promise<string> {
  const script = parseObject('script', text)
  await control.call('POST scenarios', {
    body: script as SentBody<ControlOperations['POST scenarios']>,
  })
  return String(script['name'])
}

async function signIn({ control, world = 'default' }: Platform, { auth }: Chat): Promise<void> {
  if (auth.client.value !== undefined || auth.needsCode.value) return
  const { users } = await control.call('GET worlds/{name}', { params: { name: world } })
  const [first] = users
  if (first !== undefined) await auth.signIn(first.email, first.password)
}

const isJsonText = (text: string) => /^\s*[[{]/.test(text)

function parseObject(what: string, text: string) {
  const value = parseJson(requireLinkLength(what, text))
  if (isObject(value)) return value
  throw new Error(`its ${what} is not a JSON object.`)
}

function requireLinkLength(what: string, text: string): string {
  if (text.length <= maxLinkCharacters) return text
  throw new Error(
    `its ${what} has ${text.length.toLocaleString('en')} characters, and a link can have at most ${maxLinkCharacters.toLocaleString('en')}.`,
  )
}
