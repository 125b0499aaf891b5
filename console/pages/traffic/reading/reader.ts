import { messageOf } from '../../../../contract/realm-safe.ts'
import { TrafficCheck } from '../../../../conformance/passive/traffic-check.ts'
import { HarError, readHar } from '../../../../traffic/har/read-har.ts'
import { describeExchange } from './exchange-details.ts'
import { importTraffic } from './import-traffic.ts'
import type { Answers, Request, Response } from './messages.ts'
import { openRecording } from './recording-bytes.ts'
import { type ExchangeRow, RecordedTraffic } from './recorded-traffic.ts'

/** Rows are sent in groups: the page is drawn once for each. */
const groupSize = 200

/** Entries that can't be read; further ones are only counted. */
const mostProblems = 20

/**
 * Creates the function that answers the requests of the page. It reads one recording and keeps it;
 * without a worker, it would block the page.
 */
export function createReader(send: (response: Response) => void): (request: Request) => void {
  let traffic = new RecordedTraffic(new TrafficCheck())
  let name = ''
  let problems: string[] = []

  async function read(file: Blob): Promise<void> {
    const bytes = openRecording(file, name)
    let rows: ExchangeRow[] = []
    const sendRows = () => {
      send({ kind: 'rows', rows, position: bytes.position })
      rows = []
    }
    const onWrongEntry = ({ message }: HarError) => {
      if (problems.push(`${message.replace(/\.?$/, '.')} It was left out.`) > mostProblems)
        problems.pop()
    }
    try {
      for await (const exchange of readHar(bytes, undefined, { onWrongEntry })) {
        rows.push(await traffic.add(exchange))
        if (rows.length >= groupSize) sendRows()
      }
    } catch (error) {
      const count = traffic.exchanges.length
      if (!(error instanceof HarError) || count === 0) throw error
      problems.push(`${error.message} The ${count} exchanges before are shown.`)
    }
    if (traffic.exchanges.length === 0) throw new HarError(problems[0] ?? 'It has no exchanges.')
    sendRows()
    const { causes, judged } = traffic
    const { isRedacted } = bytes
    send({ kind: 'read', result: { causes, ...judged, problems, isRedacted } })
  }

  async function answer(
    request: Exclude<Request, { kind: 'open' }>,
  ): Promise<Answers[keyof Answers]> {
    if (request.kind === 'search') return traffic.search(request.text)
    if (request.kind === 'import') return importTraffic(name, traffic.exchanges, problems)
    const exchange = traffic.find(request.index)
    return exchange && describeExchange(exchange, traffic.turnOf(exchange))
  }

  return (request) => {
    if (request.kind === 'open') {
      traffic = new RecordedTraffic(new TrafficCheck())
      problems = []
      name = request.name
      read(request.file).catch((error: unknown) =>
        send({ kind: 'failed', message: messageOf(error) }),
      )
      return
    }
    const { id } = request
    answer(request).then(
      (result) => send({ kind: 'answer', id, answer: result }),
      (error: unknown) => send({ kind: 'refused', id, message: messageOf(error) }),
    )
  }
}
