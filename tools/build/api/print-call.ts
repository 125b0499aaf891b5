import type { Call } from './play-calls.ts'

const maxTextLength = 72
const maxLineLength = 96
/** The number of fields that are shown of a record if an earlier call shows all its fields. */
const shownFields = 4

/**
 * Creates a printer of calls for the page. It prints only the first item of a list. If an earlier
 * call shows all fields of a record, the printer prints four fields and names that call.
 */
export function createPrinter() {
  const printedRecords = new Map<string, string>()
  return { print }

  function print({ request, body, status, type, answer }: Call, title: string): string {
    const sentBody = body === undefined ? [] : [printJson(shorten(body))]
    const head = `${status}${type === null ? '' : ` ${type}`}`
    const received =
      type?.startsWith('text/event-stream') === true ? frames(answer) : text(answer, type, title)
    return ['```http', request, ...sentBody, '', head, received, '```']
      .join('\n')
      .replace(/\n+```$/, '\n```')
  }

  function text(answer: string, type: string | null, title: string): string {
    if (type !== 'application/json') return answer.slice(0, 300)
    return printJson(abbreviate(shorten(JSON.parse(answer)), title))
  }

  /** Shortens records whose fields an earlier call shows. Records with few fields stay complete. */
  function abbreviate(value: unknown, title: string): unknown {
    if (Array.isArray(value)) return value.map((item) => abbreviate(item, title))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, item]) => [key, abbreviate(item, title)])
    const names = Object.keys(value).join()
    const firstCall = printedRecords.get(names)
    if (entries.length <= shownFields * 2) return Object.fromEntries(entries)
    if (firstCall === undefined) printedRecords.set(names, title)
    if (firstCall === undefined || firstCall === title) return Object.fromEntries(entries)
    return Object.fromEntries([...entries.slice(0, shownFields), ['…', `as in ${firstCall}`]])
  }
}

/** Cuts long texts and lists. */
function shorten(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > maxTextLength ? `${value.slice(0, maxTextLength)}…` : value
  if (Array.isArray(value)) {
    const more = value.length - 1
    return more > 1 ? [shorten(value[0]), `… ${more} more`] : value.map(shorten)
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shorten(item)]))
}

/** Formats JSON in lines of a readable length. */
function printJson(value: unknown, indent = ''): string {
  const line = JSON.stringify(value)
  if (typeof value !== 'object' || value === null || indent.length + line.length <= maxLineLength)
    return line
  const inner = `${indent}  `
  const items = Array.isArray(value)
    ? value.map((item) => printJson(item, inner))
    : Object.entries(value).map(
        ([key, item]) => `${JSON.stringify(key)}: ${printJson(item, inner)}`,
      )
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  return `${open}\n${items.map((item) => inner + item).join(',\n')}\n${indent}${close}`
}

/** Formats a stream: the first frame of each kind. Omitted frames are replaced by their number. */
function frames(stream: string): string {
  const kinds = new Set<string>()
  let more = 0
  const lines: string[] = []
  const closeGap = () => {
    if (more > 0) lines.push(`: … ${more} more`, '')
    more = 0
  }
  for (const frame of stream.trimEnd().split('\n\n')) {
    const [head = '', data = '{}'] = frame.split('\ndata: ')
    const fields = JSON.parse(data) as { readonly type?: string; readonly status?: string }
    const kind = [/^event: (.*)$/m.exec(head)?.[1], fields.type, fields.status].join()
    if (kinds.has(kind)) more++
    else {
      closeGap()
      kinds.add(kind)
      lines.push(head, `data: ${JSON.stringify(shorten(fields))}`, '')
    }
  }
  closeGap()
  return lines.join('\n')
}
