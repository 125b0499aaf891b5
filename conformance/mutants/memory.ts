import { member } from '../json.ts'
import { fullValue, recordIn } from '../setup/keys.ts'
import { type Call, matches, readCall } from './call.ts'
import type { Wrap } from './mutant.ts'
import { keys, login, refresh } from './routes.ts'

/** A key that was created through the wrapper. */
export type KnownKey = {
  readonly value: string
  readonly id: string
  readonly name: string
  /** The scopes that it was created with. */
  readonly scopes: unknown
  /** The credential that created it. */
  readonly owner: string
  readonly record: unknown
  state: 'new' | 'disabled' | 'enabled' | 'deleted'
}

/** What a wrong server remembers of the calls that went through it. */
export type Memory = {
  readonly keys: KnownKey[]
  /** The access tokens that were issued, oldest first: the first is that of the main user. */
  readonly tokens: string[]
  readonly byValue: (value: string | undefined) => KnownKey | undefined
}

/** Gives a wrapper a memory of the keys and tokens that its server has issued. */
export const remembering =
  (wrap: (memory: Memory) => Wrap): Wrap =>
  (fetch, hit) => {
    const known: KnownKey[] = []
    const tokens: string[] = []
    const byValue = (value: string | undefined) => known.find((key) => key.value === value)
    const memory = { keys: known, tokens, byValue }
    return wrap(memory)(async (request) => {
      const call = await readCall(request)
      const response = await fetch(request)
      if (response.ok) learn(memory, call, await bodyOf(response))
      return response
    }, hit)
  }

function learn(memory: Memory, call: Call, json: unknown): void {
  if (matches(`${login} | ${refresh}`, call)) {
    const token = member(json, 'access_token')
    if (typeof token === 'string') memory.tokens.push(token)
  }
  if (matches(keys.create, call)) {
    const value = String(fullValue(json)?.value)
    const record = recordIn(json)
    const [id, name] = [String(record?.['id']), String(record?.['name'])]
    const scopes = member(call.body, 'scopes')
    const owner = call.bearer ?? ''
    memory.keys.push({ value, id, name, scopes, owner, record, state: 'new' })
  }
  const key = memory.keys.find(({ id }) => call.path.split('/').includes(id))
  if (key === undefined) return
  if (matches(keys.delete, call)) key.state = 'deleted'
  if (matches(keys.switch, call)) {
    key.state = member(call.body, 'is_active') === true ? 'enabled' : 'disabled'
  }
}

async function bodyOf(response: Response): Promise<unknown> {
  const isJson = response.headers.get('content-type')?.includes('json') ?? false
  return isJson ? response.clone().json() : undefined
}
