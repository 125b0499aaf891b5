import { isBytes, messageOf } from '../../contract/realm-safe.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { basename } from 'node:path'
import { parseJson } from '../../contract/json.ts'
import { ownLimits } from '../../contract/limits.ts'
import {
  type FrameStream,
  type PlainRequest,
  type PlainResponse,
  sandboxHeaders,
  untilClosed,
} from '../../contract/plain-http.ts'
import { frameText, toFrame } from '../../contract/sse.ts'
import { isKnownHost } from '../journal/host-names.ts'
import { findInJournal, followJournal, listJournal } from '../journal/query-journal.ts'
import type { ProxyFindings, ProxyStatus } from './control-answers.ts'
import type { Findings } from './findings.ts'
import type { ProxyState } from './proxy-state.ts'
import { writeAndWait } from './pulled-body.ts'
import { FaultInputError } from './read-faults.ts'
import { JournalFilterError, readJournalFilter } from './read-journal-filter.ts'

/** The parts of a proxy that its control API shows and changes. */
export type ControlledProxy = {
  readonly state: ProxyState
  readonly findings: Findings
  /** Whether rules check the exchanges. */
  readonly checks: boolean
  readonly recording: ProxyRecording | undefined
  /** The open responses that send the recording. */
  readonly openReads: Set<FrameStream>
  /** The reason why the proxy refuses faults; `undefined` if it accepts faults. */
  readonly faultsRefused: string | undefined
  /** The base URL for clients. */
  url(): string
  /** Adds faults, and returns their ids. */
  add(faults: unknown): readonly string[]
}

/** An unfinished recording: its file, and its text so far. */
export type ProxyRecording = {
  readonly file: string
  soFar(): AsyncIterable<string>
}

/** Serves the console on the port of the control API; `undefined` for paths without a file. */
export type PageHandler = (
  request: Pick<PlainRequest, 'method' | 'path' | 'header'>,
) => Promise<PlainResponse | undefined>

class ControlProblem extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** The console has the same origin, so the browser must not show API responses as pages. */
const apiHeaders = { 'cache-control': 'no-cache, no-store', ...sandboxHeaders }

const jsonResponse = (body: unknown, status = 200): PlainResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...apiHeaders },
  body: JSON.stringify(body),
})
const emptyResponse: PlainResponse = { status: 204, headers: apiHeaders, body: undefined }

/** Creates the handler of a proxy's control API, which has its own port. */
export function createControlHandler(
  proxy: ControlledProxy,
  page: PageHandler | undefined,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  return (incoming, outgoing) => {
    void answerControlRequest(proxy, page, incoming)
      .catch((error: unknown) => problemResponse(error))
      .then((response) => sendResponse(outgoing, response))
      .catch((error: Error) => outgoing.destroy(error))
  }
}

function problemResponse(error: unknown): PlainResponse {
  const isInputError = error instanceof FaultInputError || error instanceof JournalFilterError
  const status = error instanceof ControlProblem ? error.status : isInputError ? 422 : 500
  return jsonResponse({ error: messageOf(error) }, status)
}

async function answerControlRequest(
  proxy: ControlledProxy,
  page: PageHandler | undefined,
  incoming: IncomingMessage,
): Promise<PlainResponse> {
  refuseUnknownHost(incoming)
  const { method = 'GET', headers } = incoming
  const url = URL.parse(`http://control${incoming.url ?? '/'}`)
  if (url === null)
    throw new ControlProblem(400, 'The address of this request is not a path such as /__control.')
  const [isControl, path] = /^\/__control(\/.*?)?\/?$/.exec(url.pathname) ?? []
  if (isControl === undefined) {
    const header = (name: string) => headers[name]?.toString()
    const isRead = method === 'GET' || method === 'HEAD'
    const file = isRead ? await page?.({ method, path: url.pathname, header }) : undefined
    if (file !== undefined) return file
    throw new ControlProblem(
      404,
      'This port only has the control API of the proxy: its paths begin with /__control.',
    )
  }
  refuseForeignPages(incoming)
  const route = `${method} ${path ?? '/'}`
  const { faults, journal } = proxy.state
  switch (route) {
    case 'GET /':
      return jsonResponse(proxyStatusOf(proxy))
    case 'GET /faults':
      return jsonResponse({ faults: faults.list() })
    case 'POST /faults':
      return jsonResponse({ ids: proxy.add(await readJson(incoming)) }, 201)
    case 'DELETE /faults':
      faults.clear()
      return emptyResponse
    case 'GET /journal':
      return readJournal(proxy, url)
    case 'DELETE /journal':
      journal.clear()
      return emptyResponse
    case 'GET /findings':
      return jsonResponse(proxyFindingsOf(proxy))
    case 'GET /recording':
      return readRecording(proxy)
  }
  const [, number] = /^GET \/journal\/(\d+)$/.exec(route) ?? []
  if (number !== undefined) {
    const record = findInJournal(journalOf(proxy), Number(number))
    if (record === undefined)
      throw new ControlProblem(
        404,
        `Request ${number} is not in the journal (any more): GET /journal lists those that are.`,
      )
    return jsonResponse(record)
  }
  const [, id] = /^DELETE \/faults\/([\w.-]+)$/.exec(route) ?? []
  if (id !== undefined) {
    if (!faults.remove(id))
      throw new ControlProblem(404, `There is no fault \`${id}\`: GET /faults lists all.`)
    return emptyResponse
  }
  throw new ControlProblem(
    404,
    'The control API of a proxy has GET /, GET, POST and DELETE /faults, DELETE /faults/ID, GET and DELETE /journal, GET /journal/NUMBER, GET /findings and GET /recording.',
  )
}

/** Refuses pages whose host name resolves to this machine (DNS rebinding). */
function refuseUnknownHost({ headers: { host } }: IncomingMessage): void {
  if (!isKnownHost(host, []))
    throw new ControlProblem(
      403,
      `The control API does not accept the host ${host}: call it at localhost.`,
    )
}

/** Refuses pages of other origins, including other ports of this machine. */
function refuseForeignPages({ headers }: IncomingMessage): void {
  const { host, origin, 'sec-fetch-site': site = 'none' } = headers
  if (
    (origin !== undefined && origin !== `http://${host}`) ||
    (site !== 'none' && site !== 'same-origin')
  )
    throw new ControlProblem(
      403,
      'The control API refuses pages of other origins: call it from its own console, or without a browser.',
    )
}

const journalOf = ({ state: { journal } }: ControlledProxy) => ({
  name: 'proxy',
  seed: '',
  journal,
})

function proxyStatusOf(proxy: ControlledProxy): ProxyStatus {
  const { state, findings, recording, checks, faultsRefused, url } = proxy
  return {
    url: url(),
    targets: state.targets.map((target) => ({ prefix: target.prefix, url: target.url.href })),
    calls: state.journal.count,
    open: state.open.size,
    faults: state.faults.size,
    faults_refused: faultsRefused ?? null,
    recording: recording === undefined ? null : basename(recording.file),
    checks,
    judged: findings.judged,
    findings: findings.list().length,
  }
}

const proxyFindingsOf = ({ findings }: ControlledProxy): ProxyFindings => ({
  judged: findings.judged,
  findings: findings.list(),
})

/** The maximum number of clients that read the recording at once, because each takes memory. */
const maxOpenReads = 2

/** Streams a recording line by line, because it may not fit into memory. */
function readRecording({ recording, openReads }: ControlledProxy): PlainResponse {
  if (recording === undefined)
    throw new ControlProblem(404, 'This proxy records nothing: start it with --record FILE.har.')
  if (openReads.size >= maxOpenReads)
    throw new ControlProblem(503, `${maxOpenReads} clients read this recording: close one first.`)
  const lines = recording.soFar()[Symbol.asyncIterator]()
  const text: FrameStream = {
    async pull() {
      const { value, done } = await lines.next()
      return done === true ? undefined : [toFrame(value)]
    },
    cancel: () => void lines.return?.(),
  }
  openReads.add(text)
  const body = untilClosed(text, () => openReads.delete(text))
  return { status: 200, headers: { 'content-type': 'application/jsonl', ...apiHeaders }, body }
}

function readJournal(proxy: ControlledProxy, { searchParams }: URL): PlainResponse {
  const filter = readJournalFilter(searchParams)
  const { journal, clock } = proxy.state
  if (!searchParams.has('follow'))
    return jsonResponse({ calls: journal.count, entries: listJournal(journalOf(proxy), filter) })
  if (journal.watchers >= ownLimits.journalReaders)
    throw new ControlProblem(
      503,
      `${ownLimits.journalReaders} clients follow this journal: close one first.`,
    )
  const body = followJournal(journalOf(proxy), filter, (ms, run) => {
    const cancelling = new AbortController()
    void clock.wait(ms, cancelling.signal).then(() => {
      if (!cancelling.signal.aborted) run()
    })
    return () => cancelling.abort()
  })
  const headers = { 'content-type': 'text/event-stream; charset=utf-8', ...apiHeaders }
  return { status: 200, headers, body }
}

async function readJson(incoming: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of incoming) {
    length += (chunk as Buffer).length
    if (length > ownLimits.controlBytes)
      throw new ControlProblem(
        413,
        `The body is larger than the maximum of ${ownLimits.controlBytes} bytes.`,
      )
    chunks.push(chunk as Buffer)
  }
  const value = parseJson(Buffer.concat(chunks).toString())
  if (value === undefined)
    throw new ControlProblem(400, 'The body must be JSON: a fault, or a list of faults.')
  return value
}

async function sendResponse(
  outgoing: ServerResponse,
  { status, headers, body }: PlainResponse,
): Promise<void> {
  outgoing.writeHead(status, headers)
  if (typeof body !== 'object') {
    outgoing.end(body)
    return
  }
  outgoing.flushHeaders()
  outgoing.once('close', () => body.cancel())
  for (let part = await body.pull(); part !== undefined; part = await body.pull()) {
    if (outgoing.destroyed) return
    await writeAndWait(outgoing, isBytes(part) ? part : frameText(part))
  }
  outgoing.end()
}
