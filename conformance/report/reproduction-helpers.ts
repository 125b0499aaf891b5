import { closingMs } from '../session/limits.ts'

/** Names that a variable cannot have: names of the script, and words of the language. */
export const reservedNames: ReadonlySet<string> = new Set([
  'answers',
  'base',
  'call',
  'codeOf',
  'cursorsOf',
  'delete',
  'env',
  'export',
  'gone',
  'idsOf',
  'import',
  'isBusy',
  'isGone',
  'isNew',
  'isRefused',
  'last',
  'listAt',
  'made',
  'memberOf',
  'new',
  'pause',
  'recordOf',
  'removeAll',
  'removeNew',
  'removing',
  'show',
  'timeout',
  'turns',
])

/** The helper functions at the end of each script. They print no credential. */
export const scriptHelpers = `function env(name) {
  const value = process.env[name]
  if (!value) throw new Error(\`Set \${name} to the credential that the run had.\`)
  return value
}

function serverTime(seconds) {
  return new Date(serverNow + seconds * 1000).toISOString()
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function call(who, method, path, { bearer, headers, body, text, events = Infinity, isSignIn } = {}) {
  const sent = new Headers(headers)
  const content = text ?? (body === undefined ? undefined : JSON.stringify(body))
  if (bearer !== undefined) sent.set('authorization', \`Bearer \${bearer}\`)
  if (content !== undefined && !sent.has('content-type')) sent.set('content-type', 'application/json')
  const request = new Request(base + path, { method, headers: sent, body: content ?? null, redirect: 'manual' })
  const response = await fetch(request, { signal: AbortSignal.timeout(timeout) })
  serverNow = Date.parse(response.headers.get('date') ?? '') || Date.now()
  const isStream = /^text\\/event-stream/i.test(response.headers.get('content-type') ?? '')
  const received = isStream ? await readStream(response, events) : await response.text()
  console.log(\`\${method} \${path} as \${who} → \${response.status}\`)
  if (isSignIn && !response.ok) throw new Error(\`the login was refused with \${response.status}: check the credentials in the variables\`)
  const all = isStream ? eventsOf(received) : []
  const answer = { path, response, text: received, json: parse(received), events: all.map(({ json }) => json), names: all.map(({ name }) => name) }
  answers.push(answer)
  return answer
}

// Each signal calls this, as does the end of the script. Each of them must wait for all removals.
function removeAll() {
  removing ??= removeMade()
  return removing
}

async function removeMade() {
  // A request that was refused has made nothing.
  while (made.length > 0) await made.pop()().catch(() => undefined)
}

function removeNew(path, { json }, bearer) {
  const id = json?.id ?? json?.data?.id ?? json?.data?.conversation_id ?? json?.key?.id
  return id === undefined ? undefined : call('the same', 'DELETE', \`\${path}/\${id}\`, { bearer })
}

async function readStream(response, events) {
  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  const close = () => reader.cancel().catch(() => undefined)
  let closing
  let received = ''
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    received += decoder.decode(part.value, { stream: true })
    const all = eventsOf(received)
    // A server may leave a stream open after its last event.
    if (['end', 'resume_done'].includes(all.at(-1)?.name)) closing ??= setTimeout(close, ${closingMs + 100})
    if (all.length >= events) await close()
  }
  clearTimeout(closing)
  return received
}

function eventsOf(stream) {
  const frames = stream.split(/\\r\\n\\r\\n|\\n\\n|\\r\\r/).slice(0, -1).map((frame) => frame.split(/\\r\\n|\\n|\\r/))
  const valuesOf = (lines, field) =>
    lines.filter((line) => line.startsWith(field)).map((line) => line.slice(field.length).replace(/^: ?/, ''))
  return frames
    .map((lines) => ({ name: valuesOf(lines, 'event').at(-1), datas: valuesOf(lines, 'data') }))
    .filter(({ datas }) => datas.length > 0)
    .map(({ name, datas }) => ({ name, json: parse(datas.join('\\n')) }))
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function memberOf(value, name) {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, name)) return value[name]
  return Object.values(value).map((inner) => memberOf(inner, name)).find((inner) => inner !== undefined)
}

function recordOf(value, id) {
  if (typeof value !== 'object' || value === null || value.id === id) return value ?? undefined
  return Object.values(value).map((inner) => recordOf(inner, id)).find((inner) => inner?.id === id)
}

function codeOf(json) {
  return [json?.error, json?.error_code, json?.code].find((code) => typeof code === 'string' && code !== '')
}

function idsOf({ json }) {
  const items = json?.items ?? json?.data?.items ?? json?.data ?? json
  return Array.isArray(items) ? items.map((item) => item?.id) : []
}

// The longest answer of a list, and the items of its pages of the same size.
function listAt(path) {
  const parts = (address) => new URL(address, 'http://list')
  const sizeOf = (address) => parts(address).searchParams.get('size')
  const lists = answers.filter((one) => one.response.ok && parts(one.path).pathname === parts(path).pathname)
  const pages = lists
    .filter((one) => sizeOf(one.path) === sizeOf(path))
    .map((one) => [Number(parts(one.path).searchParams.get('page') ?? 1), idsOf(one)])
  const walked = [...new Map(pages)].sort(([one], [other]) => one - other).flatMap(([, ids]) => ids)
  const whole = lists.map(idsOf).reduce((one, other) => (other.length > one.length ? other : one), [])
  return { whole, walked, size: Number(sizeOf(path)) }
}

function cursorsOf({ events }) {
  return events.map((event) => event?.cursor).filter(Number.isInteger)
}

// The cursors of each turn.
function turns() {
  return answers.filter(({ path }) => !path.endsWith('/resume')).map(cursorsOf).filter((cursors) => cursors.length > 0)
}

function show(shown) {
  const { response, text } = shown
  const secret = /("[\\w-]*(?:token|key|secret|password)(?!_prefix|_type)[\\w-]*"\\s*:\\s*)"[^"]{8,}"/gi
  for (const [name, value] of response.headers) if (name !== 'set-cookie') console.log(\`\${name}: \${value}\`)
  const masked = text.replace(secret, '$1"…"')
  const isLong = masked.length > 2 * longest
  console.log(\`\\n\${isLong ? \`\${masked.slice(0, longest)}\\n[…]\\n\${masked.slice(-longest)}\` : masked}\`)
  return shown
}
`
