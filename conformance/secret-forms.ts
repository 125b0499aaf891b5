/** The ways in which a secret may be written in what a target answers, itself among them. */
export function formsOf(secret: string): readonly string[] {
  const quoted = quotes(secret)
  const texts = [secret, quoted[0] ?? secret]
  return [
    ...new Set([
      secret,
      ...quoted,
      ...texts.flatMap(addresses),
      ...markups(secret).flatMap((text) => [text, ...quotes(text)]),
      ...texts.flatMap(base64Forms),
    ]),
  ]
}

// JSON that is quoted in JSON in turn.
function quotes(secret: string): readonly string[] {
  const forms: string[] = []
  for (let depth = 0; depth < deepestQuote; depth += 1) {
    forms.push(JSON.stringify(forms.at(-1) ?? secret).slice(1, -1))
  }
  return forms
}

const deepestQuote = 5

// Servers differ in what they escape beyond the need, and in the case of the digits.
function addresses(secret: string): readonly string[] {
  // Half a surrogate pair has no address of its own; it is sent as U+FFFD.
  const plain = encodeURIComponent(secret.toWellFormed())
  const strict = plain.replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  const forms = [plain, strict, strict.replaceAll('%20', '+')]
  return forms.flatMap((form) => [form, form.replaceAll(/%../g, (code) => code.toLowerCase())])
}

// How an apostrophe is written differs, if it is escaped at all.
const markups = (secret: string): readonly string[] =>
  ["'", '&#39;', '&#039;', '&#x27;', '&apos;'].map((apostrophe) =>
    secret
      .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character)
      .replaceAll("'", apostrophe),
  )

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

// Inside a longer text a secret has three forms, by where it begins in a group of three bytes; the
// characters at its ends are shared with its neighbours and tell next to nothing.
function base64Forms(secret: string): readonly string[] {
  const forms = [0, 1, 2].map((offset) => {
    const bytes = new TextEncoder().encode('\0'.repeat(offset) + secret)
    const text = btoa(String.fromCharCode(...bytes))
    return text.slice([0, 2, 3][offset], [undefined, -3, -2][bytes.length % 3])
  })
  return [btoa(String.fromCharCode(...new TextEncoder().encode(secret))), ...forms]
    .filter((form) => form.length >= shortestBase64)
    .flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_')])
}

// A shorter one could be any word.
const shortestBase64 = 8
