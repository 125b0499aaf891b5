import { looksLikeJson, mapJsonStrings } from '../../../secrets/json-strings.ts'
import {
  canBeSecret,
  contentKindOf,
  findSecretForms,
  headerPlace,
  isSecretPlace,
  isUserAgentPlace,
} from '../../../secrets/forms.ts'

/** The kinds of marks. `content` means a text of a tool or of a document's chunk. */
const markKinds = ['secret', 'token', 'key', 'email', 'address', 'agent', 'content'] as const

/** Why a part of a text is marked. */
export type MarkKind = (typeof markKinds)[number]

/** A part of a text. A part without `mark` is not marked. */
export type TextPart = { readonly text: string; readonly mark?: MarkKind }

// A private-use character that starts a marked part, until the text is split into parts.
const markStart = '\uE000'
const markEnd = '\uE001'
/** Returns the character that names the kind of a marked part. It follows `markStart`. */
const kindCharacter = (kind: MarkKind) => String.fromCharCode(0xe010 + markKinds.indexOf(kind))

const withMark = (kind: MarkKind, text: string) =>
  text === '' ? text : `${markStart}${kindCharacter(kind)}${text}${markEnd}`

const kindBySecretForm: Readonly<Record<string, MarkKind>> = {
  jwt: 'token',
  key: 'key',
  email: 'email',
  ipv4: 'address',
  ipv6: 'address',
}

/** Matches pseudonyms of IP addresses. `findSecretForms` skips them, as they are no secrets. */
const pseudonymAddress = /\b198\.1[89]\.\d{1,3}\.\d{1,3}\b|\b2001:2::[\da-f]{4}:[\da-f]{4}\b/g

/** Marks those secrets in a text that can be recognized by their form. */
function markSecretForms(text: string): string {
  const kindByValue = new Map<string, MarkKind>()
  for (const { kind, value } of findSecretForms(text)) {
    const mark = kindBySecretForm[kind]
    if (mark !== undefined) kindByValue.set(value, mark)
  }
  for (const [address] of text.matchAll(pseudonymAddress)) kindByValue.set(address, 'address')
  // The longest value comes first, because an address may be a part of a token.
  const values = [...kindByValue].toSorted(([one], [other]) => other.length - one.length)
  return values.reduce((result, [value, kind]) => replaceUnmarked(result, value, kind), text)
}

/** Marks a value everywhere except inside a value that is already marked. */
const replaceUnmarked = (text: string, value: string, kind: MarkKind): string =>
  text
    .split(/(\uE000[^\uE000\uE001]*\uE001)/)
    .map((part) =>
      part.startsWith(markStart) ? part : part.replaceAll(value, withMark(kind, value)),
    )
    .join('')

/**
 * Marks the values in JSON that a redactor would replace. `path` is the request's path, or '' for
 * events.
 */
function markJson(text: string, path: string): string {
  return mapJsonStrings(text, (names, value) => {
    if (isSecretPlace(names, value)) return canBeSecret(value) ? withMark('secret', value) : value
    if (isUserAgentPlace(names)) return withMark('agent', value)
    if (contentKindOf(names, path) !== undefined && /[\p{L}\p{N}]/u.test(value))
      return withMark('content', value)
    return markSecretForms(value)
  })
}

/** Splits a body, or the data of an event, into marked and unmarked parts. */
export const partsOfBody = (text: string, path: string): readonly TextPart[] =>
  splitMarkedText(looksLikeJson(text) ? markJson(text, path) : markSecretForms(text))

/** Splits the value of a header into marked and unmarked parts. */
export function partsOfHeader(name: string, value: string): readonly TextPart[] {
  const place = headerPlace(name)
  if (place === 'agent') return splitMarkedText(withMark('agent', value))
  if (place === 'credential') {
    const [, scheme = '', credential = value] = /^([A-Za-z]+ +)(.+)$/s.exec(value) ?? []
    return splitMarkedText(scheme + withMark('secret', credential))
  }
  if (place !== 'cookie' && place !== 'set-cookie') return splitMarkedText(markSecretForms(value))
  const [pair = '', ...attributes] = value.split(/(?=;)/)
  const pairs = place === 'cookie' ? [pair, ...attributes] : [pair]
  const rest = place === 'cookie' ? '' : attributes.join('')
  return splitMarkedText(
    pairs
      .map((one) => one.replace(/=(.+)$/s, (_all, text: string) => `=${withMark('secret', text)}`))
      .join('') + rest,
  )
}

/** Splits a URL into marked and unmarked parts, because its parameters may be secrets. */
export const partsOfAddress = (url: string): readonly TextPart[] =>
  splitMarkedText(
    url
      .split(/(?=[?&#])/)
      .map((part) => {
        const [, head = '', name = '', value = ''] = /^([?&#]([^=]+)=)(.*)$/s.exec(part) ?? []
        return head !== '' && isSecretPlace([name], value)
          ? head + withMark('secret', value)
          : markSecretForms(part)
      })
      .join(''),
  )

function splitMarkedText(text: string): readonly TextPart[] {
  return text.split(/(\uE000[^\uE000\uE001]*\uE001)/).flatMap((part): readonly TextPart[] => {
    if (part === '') return []
    const mark = part.startsWith(markStart) ? markKinds[part.charCodeAt(1) - 0xe010] : undefined
    return [mark === undefined ? { text: part } : { text: part.slice(2, -1), mark }]
  })
}
