import { isBytes, messageOf } from '../../contract/realm-safe.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { explainIssues } from '../../contract/explain-issues.ts'
import { parseJson } from '../../contract/json.ts'
import { ownLimits } from '../../contract/limits.ts'
import { type JournalFilter, journalForm, journalQuery } from '../../contract/control/journal.ts'
import { type FrameStream, frameText } from '../journal/exchange.ts'
import { isKnownHost } from '../journal/host-names.ts'
import { findInJournal, followJournal, listJournal } from '../journal/query-journal.ts'
import type { Findings } from './findings.ts'
import type { ProxyState } from './proxy-state.ts'
import { FaultInputError } from './read-faults.ts'

/** The parts of a proxy that its control API shows and changes. */
export type ControlledProxy = {
  readonly state: ProxyState
  readonly findings: Findings
  /** Adds faults, and returns their ids. */
  add(faults: unknown): readonly string[]
}

/** A response of the control API: JSON, or a stream. */
type ControlResult = { readonly status: number; readonly body: unknown } | FrameStream

class ControlProblem extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

const ok = (body: unknown): ControlResult => ({ status: 200, body })
const nothing: ControlResult = { status: 204, body: undefined }

/** Creates the handler of the control API of a proxy, which has a port of its own. */
export function createControlHandler(
  proxy: ControlledProxy,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    void answer(proxy, incoming)
      .catch((error: unknown) => problemResult(error))
      .then((result) => send(outgoing, result))
      .catch((error: Error) => outgoing.destroy(error))
  }
}

function problemResult(error: unknown): ControlResult {
  const status =
    error instanceof ControlProblem ? error.status : error instanceof FaultInputError ? 422 : 500
  return { status, body: { error: messageOf(error) } }
}

async function answer(proxy: ControlledProxy, incoming: IncomingMessage): Promise<ControlResult> {
  refuseForeign(incoming)
  const url = URL.parse(`http://control${incoming.url ?? '/'}`)
  if (url === null)
    throw new ControlProblem(400, 'The address of this request is not a path such as /__control.')
  const [, path] = /^\/__control(\/.*?)?\/?$/.exec(url.pathname) ?? []
  if (path === undefined && !/^\/__control\/?$/.test(url.pathname))
    throw new ControlProblem(404, 'This port has the control API of the proxy, at /__control.')
  const route = `${incoming.method ?? 'GET'} ${path ?? '/'}`
  const { faults, journal } = proxy.state
  switch (route) {
    case 'GET /':
      return ok(statusOf(proxy))
    case 'GET /faults':
      return ok({ faults: faults.list() })
    case 'POST /faults':
      return { status: 201, body: { ids: proxy.add(await readJson(incoming)) } }
    case 'DELETE /faults':
      faults.clear()
      return nothing
    case 'GET /journal':
      return readJournal(proxy, url)
    case 'DELETE /journal':
      journal.clear()
      return nothing
    case 'GET /findings':
      return ok({ judged: proxy.findings.judged, findings: proxy.findings.list() })
  }
  const [, number] = /^GET \/journal\/(\d+)$/.exec(route) ?? []
  if (number !== undefined) {
    const record = findInJournal(journalOf(proxy), Number(number))
    if (record === undefined)
      throw new ControlProblem(404, `Request ${number} is not in the journal (any more).`)
    return ok(record)
  }
  const [, id] = /^DELETE \/faults\/([\w.-]+)$/.exec(route) ?? []
  if (id !== undefined) {
    if (!faults.remove(id)) throw new ControlProblem(404, `There is no fault \`${id}\`.`)
    return nothing
  }
  throw new ControlProblem(
    404,
    'The control API of a proxy has GET /, GET, POST and DELETE /faults, DELETE /faults/ID, GET and DELETE /journal, GET /journal/NUMBER and GET /findings.',
  )
}

/** Refuses pages of other sites, and pages whose host name was made to resolve to this machine. */
function refuseForeign({ headers }: IncomingMessage): void {
  const { host } = headers
  if (!isKnownHost(host, []))
    throw new ControlProblem(
      403,
      `The control API does not accept the host ${host}: call it at localhost.`,
    )
  const { origin } = headers
  if (
    (origin !== undefined && origin !== `http://${host}`) ||
    headers['sec-fetch-site'] === 'cross-site'
  )
    throw new ControlProblem(403, 'The control API refuses pages of other origins.')
}

const journalOf = ({ state: { journal } }: ControlledProxy) => ({
  name: 'proxy',
  seed: '',
  journal,
})

function statusOf({ state, findings }: ControlledProxy) {
  return {
    targets: state.targets.map(({ prefix, url }) => ({ prefix, url: url.href })),
    calls: state.journal.count,
    open: state.open.size,
    faults: state.faults.size,
    judged: findings.judged,
    findings: findings.list().length,
  }
}

function readJournal(proxy: ControlledProxy, { searchParams }: URL): ControlResult {
  const given = Object.fromEntries(searchParams)
  const parsed = journalQuery.safeParse(given)
  if (!parsed.success) {
    const [first] = explainIssues(parsed.error.issues, given, () => journalForm, 'the query')
    throw new ControlProblem(422, first?.says ?? journalForm)
  }
  const filter: JournalFilter = parsed.data
  const { journal, clock } = proxy.state
  if (!searchParams.has('follow'))
    return ok({ calls: journal.count, entries: listJournal(journalOf(proxy), filter) })
  if (journal.watchers >= ownLimits.journalReaders)
    throw new ControlProblem(
      503,
      `${ownLimits.journalReaders} clients follow this journal: close one first.`,
    )
  return followJournal(journalOf(proxy), filter, (ms, run) => {
    const cancelling = new AbortController()
    void clock.wait(ms, cancelling.signal).then(() => {
      if (!cancelling.signal.aborted) run()
    })
    return () => cancelling.abort()
  })
}

async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming) {
    length += (chunk as Buffer).length
    if (length > ownLimits.controlBytes)
      throw new ControlProblem(413, `The body is larger than ${ownLimits.controlBytes} bytes.`)
    chunks.push(chunk as Buffer)
  }
  const value = parseJson(Buffer.concat(chunks).toString())
  if (value === undefined) throw new ControlProblem(400, 'The body is not JSON.')
  return value
}

async function send(outgoing: ServerResponse, result: ControlResult): Promise<void> {
  if ('status' in result) {
    const text = result.body === undefined ? '' : JSON.stringify(result.body)
    outgoing.writeHead(result.status, { 'content-type': 'application/json' }).end(text)
    return
  }
  outgoing.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-store',
  })
  outgoing.flushHeaders()
  outgoing.once('close', () => result.cancel())
  for (let part = await result.pull(); part !== undefined; part = await result.pull()) {
    if (outgoing.destroyed) return
    const isFree = outgoing.write(isBytes(part) ? part : frameText(part))
    if (!isFree)
      await new Promise<void>((resolve) => {
        outgoing.once('drain', resolve)
        outgoing.once('close', resolve)
      })
  }
  outgoing.end()
}
