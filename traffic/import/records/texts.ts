import { bodyForm } from '../../../contract/body-form.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { Place } from './kinds.ts'
import { listIn } from './find-records.ts'

type Chunk = { readonly id: string; readonly content: string }

/** The texts of documents: their chunks, or what was uploaded. */
export class DocumentTexts {
  readonly #chunks = new Map<
    string,
    Map<string, { readonly content: string; readonly at: number }>
  >()
  readonly #contents = new Map<string, string>()
  readonly #documentOfChunk = new Map<string, string>()

  /** Learns the chunks in an answer. Returns how many it has. */
  learnChunks(place: Place, body: unknown): number {
    const list = listIn(bodyForm(body).content, place.kind) ?? []
    return list.filter((one) => isObject(one) && this.#learnChunk(one, place)).length
  }

  /** Learns the text of a new document from the request that made it. */
  learnContent(document: string, body: string | Uint8Array | undefined, json: unknown): void {
    const content = isObject(json) ? (json['content'] ?? json['text']) : uploadedText(body)
    if (typeof content === 'string') this.#contents.set(document, content)
  }

  /** Adds a chunk of an earlier import. */
  add(document: string, { id, content }: Chunk, at: number): void {
    const chunks = this.#chunks.get(document) ?? new Map()
    this.#chunks.set(document, chunks.set(id, { content, at }))
  }

  /** The chunks of a document; `undefined` if no recording has its text. */
  chunksOf(document: string, count: number): readonly Chunk[] | undefined {
    const known = this.#chunks.get(document)
    if (known !== undefined)
      return [...known]
        .toSorted(([, a], [, b]) => a.at - b.at)
        .map(([id, { content }]) => ({ id, content }))
    const content = this.#contents.get(document)
    return content === undefined ? undefined : piecesOf(document, content, count)
  }

  #learnChunk(raw: JsonObject, { kind, parent }: Place): boolean {
    const data = isObject(raw['metadata']) ? raw['metadata'] : {}
    const id = raw['id'] ?? raw['chunk_id'] ?? data['chunk_id']
    const content = raw['content'] ?? raw['text']
    const named = raw['document_id'] ?? data['document_id']
    const known = typeof id === 'string' ? this.#documentOfChunk.get(id) : undefined
    const document = named ?? known ?? (kind === 'chunks' ? parent : undefined)
    if (typeof id !== 'string' || typeof content !== 'string' || typeof document !== 'string')
      return false
    if (known !== undefined && known !== document) this.#chunks.get(known)?.delete(id)
    this.#documentOfChunk.set(id, document)
    const at = Number(raw['chunk_index'] ?? data['chunk_index'] ?? 0)
    this.add(document, { id, content }, Number.isFinite(at) ? at : 0)
    return true
  }
}

/** A text in about as many pieces as the deployment made of it. */
export function piecesOf(document: string, text: string, count: number): readonly Chunk[] {
  const least = Math.ceil(text.length / ownLimits.chunkSize.default)
  const pieces = Math.max(1, count, least)
  const size = Math.ceil(text.length / pieces)
  return Array.from({ length: pieces }, (_, at) => ({
    id: `${document}-${at + 1}`,
    content: text.slice(at * size, (at + 1) * size),
  })).filter(({ content }) => content.trim() !== '')
}

/** The text of the file in a form. */
function uploadedText(body: string | Uint8Array | undefined): string | undefined {
  if (typeof body !== 'string') return undefined
  const [boundary] = /^--[^\r\n]+/.exec(body) ?? []
  if (boundary === undefined) return undefined
  const part = body.split(boundary).find((one) => /\bfilename="/.test(one.slice(0, 1000)))
  const [, head = ''] = /^(.*?\r?\n\r?\n)/s.exec(part ?? '') ?? []
  return part === undefined || head === ''
    ? undefined
    : part.slice(head.length).replace(/\r?\n$/, '')
}
