import { signal } from '@preact/signals'
import type { ImportReport } from '../../../traffic/import/report.ts'
import { pageLocation, setParams } from '../../app/location.ts'
import type { AnswerByKind, ReadResult, Request, Response } from './reading/messages.ts'
import type { ExchangeRow } from './reading/recorded-traffic.ts'

/** The recording that the page shows. It stays open when the user visits another page. */
export type OpenRecording = {
  readonly name: string
  readonly size: number
  /** The number of bytes that were read so far. The file has `size` bytes. */
  readonly position: number
  readonly rows: readonly ExchangeRow[]
  /** What the rules found; `undefined` until the whole file was read. */
  readonly result: ReadResult | undefined
  /** The world that was made from the recording, with the report of the import. */
  readonly imported: ImportedRecording | undefined
}

export type ImportedRecording = {
  readonly world: string
  readonly report: ImportReport
  /** The recorded questions, to which the world gives the recorded answers. */
  readonly questions: readonly RecordedQuestion[]
}

/** A recorded question, with the mode and the agent with which it was asked. */
export type RecordedQuestion = {
  readonly text: string
  readonly mode: string | undefined
  readonly agent: string | undefined
}

export const currentRecording = signal<OpenRecording>()
/** The reason why the last file could not be opened. */
export const openingError = signal<string>()
/** The name of the file that is being opened. Meanwhile, the previous recording stays open. */
export const openingName = signal<string>()

/** The worker that has the open recording. `nextWorker` reads a file that is being opened. */
let worker: Worker | undefined
let nextWorker: Worker | undefined
let lastId = 0
const waitingRequests = new Map<number, PromiseWithResolvers<AnswerByKind[keyof AnswerByKind]>>()

/** Opens a file. The previous recording closes once the new file has proved to be a recording. */
export function openFile(file: Blob, name: string): void {
  nextWorker?.terminate()
  openingError.value = undefined
  openingName.value = name
  const newWorker = new Worker(new URL('./reading/worker.ts', import.meta.url), { type: 'module' })
  newWorker.addEventListener('message', ({ data }: MessageEvent<Response>) => {
    if (newWorker !== nextWorker && newWorker !== worker) return
    if (data.kind === 'failed') return reportFailure(newWorker, `${name}: ${data.message}`)
    if (newWorker === nextWorker) showRecording(newWorker, name, file.size)
    handleResponse(data)
  })
  newWorker.addEventListener('error', (event) => {
    const cause = event.message || 'its reader could not be loaded'
    reportFailure(
      newWorker,
      `${name}: The page failed to read this file: ${cause}. Reload the page.`,
    )
  })
  nextWorker = newWorker
  newWorker.postMessage({ kind: 'open', file, name } satisfies Request, [])
}

function showRecording(opened: Worker, name: string, size: number): void {
  closeRecording()
  worker = opened
  nextWorker = undefined
  openingName.value = undefined
  // By now the user may be on another page, whose URL must not change.
  if (pageLocation.value.path === 'traffic')
    setParams({ entry: undefined, finding: undefined, view: undefined })
  currentRecording.value = {
    name,
    size,
    position: 0,
    rows: [],
    result: undefined,
    imported: undefined,
  }
}

/** Closes the recording, even while it is still being read. */
export function closeRecording(): void {
  worker?.terminate()
  worker = undefined
  for (const { reject } of waitingRequests.values()) reject(new Error('The recording was closed.'))
  waitingRequests.clear()
  currentRecording.value = undefined
  openingError.value = undefined
}

function reportFailure(failed: Worker, message: string): void {
  failed.terminate()
  if (failed === nextWorker) {
    nextWorker = undefined
    openingName.value = undefined
  } else if (failed === worker) closeRecording()
  else return
  openingError.value = message
}

function handleResponse(response: Exclude<Response, { kind: 'failed' }>): void {
  const open = currentRecording.value
  if (open === undefined) return
  if (response.kind === 'rows')
    currentRecording.value = {
      ...open,
      rows: [...open.rows, ...response.rows],
      position: response.position,
    }
  else if (response.kind === 'read') currentRecording.value = { ...open, result: response.result }
  else {
    const waitingRequest = waitingRequests.get(response.id)
    waitingRequests.delete(response.id)
    if (response.kind === 'answer') waitingRequest?.resolve(response.answer)
    else waitingRequest?.reject(new Error(response.message))
  }
}

function requestWorker<Kind extends keyof AnswerByKind>(
  request: { readonly kind: Kind } & Omit<Extract<Request, { kind: Kind }>, 'id' | 'kind'>,
): Promise<AnswerByKind[Kind]> {
  const id = ++lastId
  const waiting = Promise.withResolvers<AnswerByKind[keyof AnswerByKind]>()
  waitingRequests.set(id, waiting)
  worker?.postMessage({ ...request, id }, [])
  return waiting.promise as Promise<AnswerByKind[Kind]>
}

/** Loads the headers, bodies and frames of one exchange from the worker. */
export const loadDetails = (index: number) => requestWorker({ kind: 'details', index })

/** Returns the numbers of the exchanges whose URL, flow or body contains a text. */
export const searchExchanges = (text: string) => requestWorker({ kind: 'search', text })

/** Makes the data, scripts and profile of a world that plays the recording. */
export const prepareImport = () => requestWorker({ kind: 'import' })

/** Stores the world that was made from the recording. */
export function setImported(imported: ImportedRecording): void {
  if (currentRecording.value !== undefined)
    currentRecording.value = { ...currentRecording.value, imported }
}
