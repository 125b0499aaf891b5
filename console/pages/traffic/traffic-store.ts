import { signal } from '@preact/signals'
import type { ImportReport } from '../../../traffic/import/report.ts'
import type { Answers, ReadResult, Request, Response } from './reading/messages.ts'
import type { ExchangeRow } from './reading/recorded-traffic.ts'

/** The recording that the page shows. It stays open when the user visits another page. */
export type OpenRecording = {
  readonly name: string
  /** The size of the file in bytes, and how many of them were read. */
  readonly size: number
  readonly position: number
  readonly rows: readonly ExchangeRow[]
  /** Set once the whole file was read. */
  readonly result: ReadResult | undefined
  /** The world that was made from it, and what was used. */
  readonly imported: ImportedRecording | undefined
}

export type ImportedRecording = {
  readonly world: string
  readonly report: ImportReport
  /** The recorded questions, which the world answers as they were answered. */
  readonly questions: readonly string[]
}

export const recording = signal<OpenRecording>()
/** Why the last file could not be read. */
export const failure = signal<{ readonly name: string; readonly message: string }>()

type Waiting = {
  readonly resolve: (answer: Answers[keyof Answers]) => void
  readonly reject: (error: Error) => void
}

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, Waiting>()

/** Reads a file. An earlier recording is closed. */
export function openFile(file: Blob, name: string): void {
  closeRecording()
  recording.value = {
    name,
    size: file.size,
    position: 0,
    rows: [],
    result: undefined,
    imported: undefined,
  }
  const opened = new Worker(new URL('./reading/worker.ts', import.meta.url), { type: 'module' })
  opened.addEventListener('message', ({ data }: MessageEvent<Response>) => {
    if (worker === opened) receive(data, name)
  })
  opened.addEventListener('error', (event) => {
    const cause = event.message || 'its reader could not be loaded'
    if (worker === opened)
      fail(name, `The page failed to read this file: ${cause}. Reload the page.`)
  })
  worker = opened
  post({ kind: 'open', file, name })
}

/** Closes the recording, also while it is read. */
export function closeRecording(): void {
  worker?.terminate()
  worker = undefined
  for (const { reject } of waiting.values()) reject(new Error('The recording was closed.'))
  waiting.clear()
  recording.value = undefined
  failure.value = undefined
}

function fail(name: string, message: string): void {
  closeRecording()
  failure.value = { name, message }
}

function receive(response: Response, name: string): void {
  const open = recording.value
  if (open === undefined) return
  if (response.kind === 'rows')
    recording.value = {
      ...open,
      rows: [...open.rows, ...response.rows],
      position: response.position,
    }
  else if (response.kind === 'read') recording.value = { ...open, result: response.result }
  else if (response.kind === 'failed') fail(name, response.message)
  else {
    const asked = waiting.get(response.id)
    waiting.delete(response.id)
    if (response.kind === 'answer') asked?.resolve(response.answer)
    else asked?.reject(new Error(response.message))
  }
}

const post = (request: Request) => worker?.postMessage(request, [])

function ask<Kind extends keyof Answers>(
  request: { readonly kind: Kind } & Omit<Extract<Request, { kind: Kind }>, 'id' | 'kind'>,
): Promise<Answers[Kind]> {
  const id = ++lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
    post({ ...request, id } as unknown as Request)
  })
}

/** The headers, bodies and frames of one exchange. */
export const loadDetails = (index: number) => ask({ kind: 'details', index })

/** The numbers of the exchanges that have a text in their address or a body. */
export const searchExchanges = (text: string) => ask({ kind: 'search', text })

/** The data, scripts and profile of a world that plays the recording. */
export const prepareImport = () => ask({ kind: 'import' })

/** Remembers the world that was made from the recording. */
export function setImported(imported: ImportedRecording): void {
  if (recording.value !== undefined) recording.value = { ...recording.value, imported }
}
