import type { JournalRecord } from '../../../contract/control/journal.ts'
import type { WorldDetails } from '../../../contract/control/worlds.ts'
import { quoteForShell } from '../../../contract/escape.ts'
import { pathInWorld } from '../../../contract/operations/path-table.ts'
import { queryWithMark } from '../../ui/format.ts'

/** Headers that every client sets automatically, or that only the original browser can know. */
const clientHeaders =
  /^(host|connection|content-length|accept-encoding|user-agent|origin|referer|cookie|x-understudy-(?:world|existing)|sec-.*)$/

/** Returns the URL of a call in the world with this base URL. */
export function urlOf({ path, query }: JournalRecord, root: string): string {
  return `${root}${pathInWorld(path)}${queryWithMark(query)}`
}

export const headersOf = ({ request }: JournalRecord) =>
  Object.entries(request.headers).filter(([name]) => !clientHeaders.test(name))

export const isBodyCutOff = ({ request: { body } }: JournalRecord): boolean =>
  body !== null && body.length > body.text.length

/**
 * The formats in which a call can be copied. In the copy, a comment names each secret to fill in.
 */
export const copyFormats: readonly (readonly [
  name: string,
  write: (call: JournalRecord, root: string) => string,
])[] = [
  ['curl', toCurl],
  ['fetch', toFetch],
]

/** The form in which the journal masks the access tokens of users. */
export const maskedToken = /<jwt of ([^<>]*)>/g

/** The form in which the journal masks API keys. */
export const maskedKey = /svc_[\w-]{0,16}…/g

/** Finds the API key of a world that the journal has masked. */
export const findKey = (keys: WorldDetails['keys'], mask: string): string | undefined =>
  Object.values(keys).find((each) => each.startsWith(mask.slice(0, -1)))

type CredentialVariable = 'TOKEN' | 'KEY'

/** Replaces masked credentials in a text by variables, and adds a note for each variable. */
export function replaceCredentials(
  text: string,
  notes: Set<string>,
  write: (name: CredentialVariable, mask: string) => string,
): string {
  return text
    .replaceAll(maskedToken, (mask, email: string) => {
      notes.add(`TOKEN: an access token of ${email.replaceAll(/\s/g, ' ')}`)
      return write('TOKEN', mask)
    })
    .replaceAll(maskedKey, (mask) => {
      notes.add(`KEY: the API key ${mask}`)
      return write('KEY', mask)
    })
}

/** Puts the notes above the text, as comments. */
export function addNotes(
  call: JournalRecord,
  notes: Set<string>,
  comment: string,
  text: string,
): string {
  if (isBodyCutOff(call)) notes.add('The body is longer: the journal stores only its start.')
  if (text.includes('…')) notes.add('…: a secret that the journal masks')
  return [...Array.from(notes, (note) => `${comment} ${note}`), text].join('\n')
}

function toCurl(call: JournalRecord, root: string): string {
  const notes = new Set<string>()
  // The variable is outside the single quotes, so that the shell replaces it.
  const shellWord = (text: string) =>
    replaceCredentials(quoteForShell(text), notes, (name) => `'"$${name}"'`)
  const body = call.request.body?.text ?? ''
  const parts = [
    `curl ${call.stream === null ? '' : '-N '}-X ${call.method} ${shellWord(urlOf(call, root))}`,
    ...headersOf(call).map(([name, value]) => `-H ${shellWord(`${name}: ${value}`)}`),
    ...(body === '' ? [] : [`--data-raw ${shellWord(body)}`]),
  ]
  return addNotes(call, notes, '#', parts.join(' \\\n  '))
}

/** Returns the options of a request as JavaScript. Credentials are the variables TOKEN and KEY. */
function fetchOptions(call: JournalRecord, notes: Set<string>): string {
  const body = call.request.body?.text ?? ''
  const options = {
    method: call.method,
    headers: Object.fromEntries(headersOf(call)),
    ...(body !== '' && { body }),
  }
  const text = JSON.stringify(options, undefined, 2)
  return replaceCredentials(text, notes, (name) => `" + ${name} + "`)
}

function toFetch(call: JournalRecord, root: string): string {
  const notes = new Set<string>()
  const url = JSON.stringify(urlOf(call, root))
  return addNotes(
    call,
    notes,
    '//',
    `const response = await fetch(${url}, ${fetchOptions(call, notes)})`,
  )
}
