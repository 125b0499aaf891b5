import { mentionsSecret } from '../../secrets/forms.ts'
import {
  maxWordLength,
  type MaskedWord,
  maskSecretFields,
  maskTokens,
  type MaskText,
  maskWords,
} from '../../secrets/mask.ts'
import { listSpellings } from '../../secrets/spellings.ts'
import type { RequestSpec, Exchange } from '../session/exchange.ts'
import { formatCount } from '../../contract/format-count.ts'
import { member, walk } from '../session/json.ts'
import type { Target } from '../session/test-session.ts'
import { findFullKey, withOtherPrefix } from '../setup/keys.ts'
import { lists } from '../setup/lists.ts'
import { isUuid } from '../../contract/uuid.ts'

/** Masks secrets in texts. `withForms` also shows the prefix and length of a key or token. */
export type Mask = MaskText & { readonly withForms: MaskText }

/** Creates a mask for all secrets that a run sent or received, and those in `more`. */
export function createMask(
  target: Target,
  exchanges: readonly Exchange[],
  more: Readonly<Record<string, string | undefined>> = {},
): Mask {
  const { words, isComplete } = collectSecrets(target, exchanges, more)
  const mask = maskWords([...words.values()])
  const maskAll =
    (shows: 'label' | 'form'): MaskText =>
    (text, isCut) => {
      const masked = maskTokens(mask(text, shows, isCut))
      // If not all secrets were stored, masks every field whose name looks like that of a secret.
      return isComplete ? masked : maskSecretFields(masked)
    }
  return Object.assign(maskAll('label'), { withForms: maskAll('form') })
}

// Shorter values are not masked: they may be ordinary words, and the report would be unreadable.
const minSecret = 4

// Maximum number of received secrets to store; a full run has 150. Sent ones are always stored.
const maxReceived = 500

type Secrets = {
  /** Each spelling of a secret, such as its URL encoding, with its placeholders. */
  readonly words: ReadonlyMap<string, MaskedWord>
  /** Whether `words` has all secrets: false if the target sent more than `maxReceived`. */
  readonly isComplete: boolean
}

/** Collects the secrets that a run sent or received, and the secrets in `more`. */
function collectSecrets(
  target: Target,
  exchanges: readonly Exchange[],
  more: Readonly<Record<string, string | undefined>>,
): Secrets {
  const words = new Map<string, MaskedWord>()
  const knownValues = new Set<string>()
  let received = 0
  let isComplete = true
  const learn = (value: string, label: string, longest: number) => {
    if (value.length < minSecret || knownValues.has(value)) return
    knownValues.add(value)
    const plain = value.slice(0, longest)
    for (const spelling of listSpellings(value.slice(0, 2 * longest))) {
      const text = spelling.slice(0, longest)
      const form = text === plain ? withForm(label, value) : label
      if (!words.has(text)) words.set(text, { text, label, form })
    }
  }
  const targetSecrets = {
    '<PASSWORD>': target.password,
    '<OTHER_PASSWORD>': target.otherPassword,
    '<API_KEY>': target.apiKey,
    '<EXPIRED_TOKEN>': target.expiredToken,
    ...more,
  }
  for (const [label, secret] of Object.entries(targetSecrets)) {
    if (secret !== undefined) learn(secret, label, Number.POSITIVE_INFINITY)
  }
  const sent = new Set(exchanges.flatMap(({ request }) => credentialsIn(request)))
  for (const exchange of exchanges) {
    const { request, json } = exchange
    // A new key is a secret even if it lacks the specified prefix.
    const isCreation = request.method === 'POST' && request.path === lists.keys
    const fullKey = isCreation ? findFullKey(json)?.value : undefined
    for (const { key, value } of walk(json)) {
      if (typeof value !== 'string' || knownValues.has(value)) continue
      const isKey = isCreation && (value === fullKey || mayBeKey(value))
      const label = isKey ? '<API_KEY>' : labelOf(key, value)
      if (label === '') continue
      const isTooMany = received >= maxReceived && !sent.has(value)
      if (isTooMany) isComplete = false
      else received += 1
      if (isTooMany) continue
      learn(value, label, maxWordLength)
      if (isKey) learn(withOtherPrefix(value), label, maxWordLength)
    }
  }
  return { words, isComplete }
}

/**
 * Adds the form of a secret to its placeholder, such as `<API_KEY svc_…44 characters>`; for a token
 * the number of parts. Passwords have no form, because no check depends on the form.
 */
function withForm(label: string, value: string): string {
  if (label.includes('PASSWORD')) return label
  const parts = value.split('.').length
  const prefix =
    value.length >= minLengthForPrefix ? (/^[a-z]{2,8}[_-]/i.exec(value)?.[0] ?? '') : ''
  const form = label.includes('TOKEN')
    ? `${formatCount(parts, 'part')}, ${value.length} characters`
    : `${prefix}…${value.length} characters`
  return `${label.slice(0, -1)} ${form}>`
}

// Minimum characters of a secret whose prefix is shown: a prefix reveals much of a shorter one.
const minLengthForPrefix = 16

/** Returns the credentials and refresh tokens in a request. */
function credentialsIn({ bearer, headers = {}, body }: RequestSpec): readonly unknown[] {
  const header = (headers['authorization'] ?? headers['Authorization'])?.split(' ').at(-1)
  return [bearer, header, member(body, 'token'), member(body, 'refresh_token')]
}

function labelOf(key: string, value: string): string {
  if (key === 'access_token') return '<ACCESS_TOKEN>'
  if (key === 'refresh_token') return '<REFRESH_TOKEN>'
  if (value.length >= 16 && mentionsSecret(key)) return '<TOKEN>'
  return value.startsWith('svc_') && value.length > 8 ? '<API_KEY>' : ''
}

const mayBeKey = (value: string): boolean => /^[\w-]{24,}$/.test(value) && !isUuid(value)
