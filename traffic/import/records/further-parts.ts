import { bodyForm } from '../../../contract/body-form.ts'
import { canonicalDate } from '../../../contract/canonical-date.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { FixtureInput } from '../../../contract/fixture-input.ts'
import { findListIn, type RecordPlace } from './kinds.ts'
import { ownLimits } from '../../../contract/limits.ts'

type Member = {
  readonly user_id: string
  readonly role: 'owner' | 'admin' | 'member'
  readonly joined_at?: string
}
type Tool = NonNullable<FixtureInput['tools']>[number]

const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const toMemberRole = (value: unknown): Member['role'] =>
  value === 'owner' || value === 'admin' ? value : 'member'

/** Parts of a fixture that are not records: members, tools and settings. */
export class NonRecordParts {
  readonly members = new Map<string, Map<string, Member>>()
  readonly tools = new Map<string, Tool>()
  readonly settings: {
    maintenance_mode?: boolean
    registration_enabled?: boolean
    default_token_quota?: number
  } = {}

  /** Reads a response; returns a description of what it added, for the report. */
  learn(
    method: string,
    path: string,
    place: RecordPlace | undefined,
    body: unknown,
  ): string | undefined {
    const { content } = bodyForm(body)
    if (place?.kind === 'members') return this.#learnMembers(method, place, content)
    if (place?.kind === 'tools') return this.#learnTools(content)
    return /\/(settings|registration-status)$/.test(path) && isObject(content)
      ? this.#learnSettings(content)
      : undefined
  }

  /** Roles of callers in organizations, for callers whose user may be known later. */
  readonly callerRoles: { organization: string; caller: string; role: string }[] = []

  /** Reads the members that an organization itself contains: its owner and the caller. */
  learnOrganization(organization: string, raw: JsonObject, caller: string): void {
    const owner = nonEmptyText(raw['owner_id'])
    if (owner !== undefined) this.addMember(organization, { user_id: owner, role: 'owner' })
    const role = nonEmptyText(raw['role'])
    const isKnown = this.callerRoles.some(
      (one) => one.organization === organization && one.caller === caller,
    )
    if (role !== undefined && !isKnown) this.callerRoles.push({ organization, caller, role })
  }

  addMember(organization: string, member: Member): void {
    const members = this.members.get(organization) ?? new Map<string, Member>()
    this.members.set(
      organization,
      members.set(member.user_id, { ...members.get(member.user_id), ...member }),
    )
  }

  #learnMembers(method: string, { parent, id }: RecordPlace, content: unknown): string | undefined {
    if (parent === undefined) return undefined
    if (method === 'DELETE') {
      this.members.get(parent)?.delete(id ?? '')
      return 'a member was removed'
    }
    const list = findListIn(content, 'members') ?? [content]
    let count = 0
    for (const raw of list) {
      const user = isObject(raw) ? nonEmptyText(raw['user_id']) : undefined
      if (!isObject(raw) || user === undefined) continue
      const joined = canonicalDate(raw['joined_at'] ?? raw['created_at'])
      this.addMember(parent, {
        user_id: user,
        role: toMemberRole(raw['role']),
        ...(joined !== undefined && { joined_at: joined }),
      })
      count++
    }
    return count === 0 ? undefined : `members ×${count}`
  }

  #learnTools(content: unknown): string | undefined {
    const list = findListIn(content, 'tools') ?? []
    const found = list.flatMap((raw) => {
      const name = isObject(raw) ? nonEmptyText(raw['name']) : undefined
      if (!isObject(raw) || name === undefined) return []
      const [display_name = name, category = 'general', description = ''] = [
        nonEmptyText(raw['display_name']),
        nonEmptyText(raw['category']),
        nonEmptyText(raw['description']),
      ]
      return [{ name, display_name, category, description }]
    })
    for (const tool of found) this.tools.set(tool.name, tool)
    return found.length === 0 ? undefined : `tools ×${found.length}`
  }

  #learnSettings(content: JsonObject): string | undefined {
    let count = 0
    for (const field of ['maintenance_mode', 'registration_enabled'] as const)
      if (typeof content[field] === 'boolean') {
        this.settings[field] = content[field]
        count++
      }
    const quota = content['default_token_quota']
    if (Number.isInteger(quota)) this.settings.default_token_quota = Number(quota)
    return count === 0 ? undefined : 'settings'
  }
}

type Chunk = { readonly id: string; readonly content: string }

/** The texts of documents: from their chunks, or from an upload. */
export class DocumentTexts {
  readonly #chunks = new Map<
    string,
    Map<string, { readonly content: string; readonly at: number }>
  >()
  readonly #contents = new Map<string, string>()
  readonly #documentOfChunk = new Map<string, string>()

  /** Reads the chunks in a response. Returns their number. */
  learnChunks(place: RecordPlace, body: unknown): number {
    const list = findListIn(bodyForm(body).content, place.kind) ?? []
    return list.filter((one) => isObject(one) && this.#learnChunk(one, place)).length
  }

  /** Reads the text of a new document from its creation request. */
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
    return content === undefined ? undefined : splitContent(document, content, count)
  }

  #learnChunk(raw: JsonObject, { kind, parent }: RecordPlace): boolean {
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

/** Splits a text into about as many pieces as the deployment did. */
export function splitContent(document: string, content: string, count: number): readonly Chunk[] {
  const least = Math.ceil(content.length / ownLimits.chunkSize.default)
  const pieces = Math.max(1, count, least)
  const size = Math.ceil(content.length / pieces)
  return Array.from({ length: pieces }, (_, at) => ({
    id: `${document}-${at + 1}`,
    content: content.slice(at * size, (at + 1) * size),
  })).filter((piece) => piece.content.trim() !== '')
}

/** The text of the uploaded file in a form. */
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
