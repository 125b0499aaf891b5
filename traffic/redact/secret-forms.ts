/** The kind of a secret, which decides the form of its pseudonym. */
export type SecretKind = 'jwt' | 'key' | 'email' | 'ipv4' | 'ipv6' | 'agent' | 'other'

export type FoundSecret = { readonly kind: SecretKind; readonly value: string }

/** Bounded, because a regular expression exhausts the stack on a run of some megabytes. */
const run = /[\w.@+:%-]{6,8192}/g

const onlyLetters = /^[A-Za-z]+[.:]?$/

/**
 * Finds the secrets in a text that their form gives away: JSON Web Tokens, keys with a prefix, private
 * keys in PEM, credentials behind `Bearer` and in addresses, passwords of connection strings, email and
 * IP addresses. Takes linear time.
 */
export function* findSecretForms(text: string): Generator<FoundSecret> {
  yield* privateKeysIn(text)
  yield* writtenSecretsIn(text)
  if (text.includes('@') && beyondAscii.test(text)) yield* wideEmailsIn(text)
  for (const [found] of text.matchAll(run)) {
    // Most runs are words.
    if (onlyLetters.test(found)) continue
    if (found.includes('eyJ')) yield* tokensIn(found)
    if (found.includes('@')) yield* emailsIn(found)
    if (found.includes(':')) yield* ipv6In(found)
    for (const piece of found.split(/[@+:%]/)) {
      if (isIpv4(piece)) yield { kind: 'ipv4', value: bareEnd(piece) }
      const [dotted] = dottedKey.exec(piece) ?? []
      if (dotted !== undefined) yield { kind: 'key', value: dotted }
      for (const part of piece.split('.')) if (isKey(part)) yield { kind: 'key', value: part }
    }
  }
}

/** The kind of a whole value. */
export function kindOf(value: string): SecretKind {
  for (const found of findSecretForms(value)) if (found.value === value) return found.kind
  return 'other'
}

/** Keys of vendors that have a point in them. */
const dottedKey = /^(?:SG\.[\w-]{16,80}\.[\w-]{16,80}|ya29\.[\w.-]{20,2000})/

const pemBegin = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g

/** The lines of private keys in PEM, however their ends are escaped. */
function* privateKeysIn(text: string): Generator<FoundSecret> {
  for (const { 0: begin, index } of text.matchAll(pemBegin)) {
    const from = index + begin.length
    const end = text.indexOf('-----', from)
    const body = text.slice(from, end < 0 ? from + longestPem : Math.min(end, from + longestPem))
    for (const [line] of body.matchAll(/[A-Za-z0-9+/=]{16,200}/g))
      yield { kind: 'other', value: line }
  }
}

/** Characters of a key in PEM that are read. */
const longestPem = 16 * 1024

/** The ways in which texts write credentials. Each part is bounded, so that it takes linear time. */
const written = [
  /\b(?:Bearer|Basic)[ ]{1,4}([\w.~+/=-]{12,4096})/gi,
  /:\/\/[^\s/:@"'<>]{1,200}:([^\s/@"'<>]{3,200})@/g,
  /\b(?:password|pwd)[ ]{0,2}=[ ]{0,2}([^;\s"'&<>]{6,200})/gi,
]

function* writtenSecretsIn(text: string): Generator<FoundSecret> {
  for (const pattern of written) {
    // Most texts have none of the words.
    for (const [, value = ''] of text.matchAll(pattern))
      if (!value.startsWith('eyJ') && /\d/.test(value) && /[A-Za-z]/.test(value))
        yield { kind: isKey(value) ? 'key' : 'other', value }
  }
}

const notInEmail = /[^\w.+\u00c0-\uffff-]/
const beyondAscii = /[\u0080-\uffff]/

/** Email addresses with letters beyond ASCII. */
function* wideEmailsIn(text: string): Generator<FoundSecret> {
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', at + 1)) {
    const local =
      text
        .slice(Math.max(0, at - 64), at)
        .split(notInEmail)
        .at(-1) ?? ''
    const [domain = ''] = text.slice(at + 1, at + 256).split(notInEmail)
    const value = `${local}@${bareEnd(domain)}`
    if (local !== '' && /.\../.test(domain) && beyondAscii.test(value))
      yield { kind: 'email', value }
  }
}

function* tokensIn(text: string): Generator<FoundSecret> {
  const parts = text.split('.')
  for (let at = 0; at + 2 < parts.length; at++) {
    const [, head] = /(?:^|[^\w-])(eyJ[\w-]*)$/.exec(parts[at] ?? '') ?? []
    const payload = parts[at + 1] ?? ''
    const [signature] = /^[\w-]*/.exec(parts[at + 2] ?? '') ?? ['']
    if (head === undefined || !/^[\w-]{4,}$/.test(payload)) continue
    yield { kind: 'jwt', value: `${head}.${payload}.${signature}` }
    at += 2
  }
}

function* emailsIn(text: string): Generator<FoundSecret> {
  const parts = text.split('@')
  for (let at = 0; at + 1 < parts.length; at++) {
    const local = (parts[at] ?? '').split(/[:%]/).at(-1) ?? ''
    const [first = ''] = (parts[at + 1] ?? '').split(/[^A-Za-z0-9.-]/)
    const domain = bareEnd(first)
    const labels = domain.split('.')
    const isDomain = labels.length > 1 && labels.every((label) => /^[A-Za-z0-9-]+$/.test(label))
    if (/^[\w.+-]+$/.test(local) && isDomain && /^[A-Za-z]{2,}$/.test(labels.at(-1) ?? ''))
      yield { kind: 'email', value: `${local}@${domain}` }
  }
}

/** Addresses that name nobody: this machine, and those that pseudonyms have. */
const openAddress = /^(0\.0\.0\.0|127\..*|198\.1[89]\..*|::1?|2001:2::.*)$/i

function isIpv4(text: string): boolean {
  const bare = bareEnd(text)
  const parts = bare.split('.')
  return (
    parts.length === 4 &&
    parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) < 256) &&
    !openAddress.test(bare)
  )
}

function* ipv6In(text: string): Generator<FoundSecret> {
  for (const piece of text.split(/[@+%]/)) {
    const bare = bareEnd(piece.replace(/:$/, ''))
    if (isIPv6(bare) && !openAddress.test(bare)) yield { kind: 'ipv6', value: bare }
  }
}

/** Recordings are read in browsers, too, which have no function for it. */
const isIPv6 = (text: string): boolean =>
  text.includes(':') && /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`)

/** A text without the full stop of its sentence. */
const bareEnd = (text: string) => (text.endsWith('.') ? text.slice(0, -1) : text)

/** Whether a word is a key: a prefix and a random part, or the form of a known vendor. */
function isKey(word: string): boolean {
  if (/^(AKIA|ASIA)[0-9A-Z]{16}$/.test(word) || /^AIza[\w-]{35}$/.test(word)) return true
  const [, rest] = /^[A-Za-z][A-Za-z0-9]{1,11}[_-](.{16,})$/.exec(word) ?? []
  return rest !== undefined && rest.split(/[_-]/).some(isRandom)
}

/** Whether a word is too random for a name: long, with digits among its letters. */
const isRandom = (word: string): boolean =>
  word.length >= 16 &&
  (word.match(/\d/g)?.length ?? 0) >= 2 &&
  (word.match(/[A-Za-z]/g)?.length ?? 0) >= 2
