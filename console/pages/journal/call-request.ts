import type { JournalRecord } from '../../../contract/control/journal.ts'
import type { WorldDetails } from '../../../contract/control/worlds.ts'

/** Headers that a client sets by itself, or that only the browser of the call could know. */
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
export async function readRequest(
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
export function toCurl(call: JournalRecord, root: string): string {
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
