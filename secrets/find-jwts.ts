/** A JWT in a text. Its signature may be empty, or missing together with its dot. */
type FoundJwt = {
  readonly from: number
  readonly token: string
  readonly payload: string
  readonly signature: string | undefined
}

/**
 * Finds JWTs: two or three parts with a dot between them, of which the first begins with `eyJ`. A
 * JWT within a longer word must have three parts. Reads each part only a few times; a regular
 * expression would scan the rest from each `eyJ`.
 */
export function* findJwts(text: string): Generator<FoundJwt> {
  for (let from = text.indexOf(jwtBegin); from >= 0;) {
    const headEnd = endOfPart(text, from)
    const payloadEnd = text[headEnd] === '.' ? endOfPart(text, headEnd + 1) : headEnd
    const hasSignature = payloadEnd > headEnd + 1 && text[payloadEnd] === '.'
    const end = hasSignature ? endOfPart(text, payloadEnd + 1) : payloadEnd
    const isWhole = hasSignature && end > payloadEnd + 1
    const start = isWhole ? from : wordStart(text, from, headEnd)
    const isFound = payloadEnd > headEnd + 1 && start >= 0 && headEnd - start > jwtBegin.length
    if (isFound)
      yield {
        from: start,
        token: text.slice(start, end),
        payload: text.slice(headEnd + 1, payloadEnd),
        signature: hasSignature ? text.slice(payloadEnd + 1, end) : undefined,
      }
    from = text.indexOf(jwtBegin, isFound ? end : headEnd)
  }
}

/** Replaces the JWTs in a text. */
export function replaceJwts(text: string, standFor: (jwt: FoundJwt) => string): string {
  if (!text.includes(jwtBegin)) return text
  let replaced = ''
  let done = 0
  for (const jwt of findJwts(text)) {
    replaced += text.slice(done, jwt.from) + standFor(jwt)
    done = jwt.from + jwt.token.length
  }
  return done === 0 ? text : replaced + text.slice(done)
}

const jwtBegin = 'eyJ'

/** The position of the first word that starts with `eyJ` before `end`; -1 without one. */
function wordStart(text: string, from: number, end: number): number {
  let at = from
  while (at >= 0 && at < end && /\w/.test(text.charAt(at - 1))) at = text.indexOf(jwtBegin, at + 1)
  return at < end ? at : -1
}

const jwtPart = /[\w-]*/y

function endOfPart(text: string, from: number): number {
  jwtPart.lastIndex = from
  jwtPart.test(text)
  return jwtPart.lastIndex
}
