import { bodyForm } from '../../../contract/body-form.ts'
import { canonicalDate } from '../../../contract/canonical-date.ts'
import { isObject, type JsonObject } from '../../../contract/json.ts'
import type { FixtureInput } from '../../../contract/fixture-input.ts'
import { listIn } from './find-records.ts'
import type { Place } from './kinds.ts'

type Member = {
  readonly user_id: string
  readonly role: 'owner' | 'admin' | 'member'
  readonly joined_at?: string
}
type Tool = NonNullable<FixtureInput['tools']>[number]

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const roleOf = (value: unknown): Member['role'] =>
  value === 'owner' || value === 'admin' ? value : 'member'

/** The parts of a fixture that are no lists of records: members, tools and settings. */
export class FurtherParts {
  readonly members = new Map<string, Map<string, Member>>()
  readonly tools = new Map<string, Tool>()
  readonly settings: {
    maintenance_mode?: boolean
    registration_enabled?: boolean
    default_token_quota?: number
  } = {}

  /** Learns from an answer; returns what it learned, for the report. */
  learn(method: string, path: string, place: Place | undefined, body: unknown): string | undefined {
    const { content } = bodyForm(body)
    if (place?.kind === 'members') return this.#learnMembers(method, place, content)
    if (place?.kind === 'tools') return this.#learnTools(content)
    return /\/(settings|registration-status)$/.test(path) && isObject(content)
      ? this.#learnSettings(content)
      : undefined
  }

  /** The roles that organizations show to a caller who is not known yet. */
  readonly callerRoles: { organization: string; caller: string; role: string }[] = []

  /** Learns the members that an organization itself names: its owner and the caller. */
  learnOrganization(organization: string, raw: JsonObject, caller: string): void {
    const owner = text(raw['owner_id'])
    if (owner !== undefined) this.addMember(organization, { user_id: owner, role: 'owner' })
    const role = text(raw['role'])
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

  #learnMembers(method: string, { parent, id }: Place, content: unknown): string | undefined {
    if (parent === undefined) return undefined
    if (method === 'DELETE') {
      this.members.get(parent)?.delete(id ?? '')
      return 'a member was removed'
    }
    const list = listIn(content, 'members') ?? [content]
    let count = 0
    for (const raw of list) {
      const user = isObject(raw) ? text(raw['user_id']) : undefined
      if (!isObject(raw) || user === undefined) continue
      const joined = canonicalDate(raw['joined_at'] ?? raw['created_at'])
      this.addMember(parent, {
        user_id: user,
        role: roleOf(raw['role']),
        ...(joined !== undefined && { joined_at: joined }),
      })
      count++
    }
    return count === 0 ? undefined : `members ×${count}`
  }

  #learnTools(content: unknown): string | undefined {
    const list = listIn(content, 'tools') ?? []
    const found = list.flatMap((raw) => {
      const name = isObject(raw) ? text(raw['name']) : undefined
      if (!isObject(raw) || name === undefined) return []
      const [display_name = name, category = 'general', description = ''] = [
        text(raw['display_name']),
        text(raw['category']),
        text(raw['description']),
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
