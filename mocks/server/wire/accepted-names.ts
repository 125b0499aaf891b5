import { isObject } from '../../../contract/json.ts'
import type { Answer } from '../../../contract/profile/answers.ts'
import type { AcceptedNames } from '../../world/behaviour.ts'

type Accepts = NonNullable<Answer['accepts']>

const renamed = (names: Readonly<Record<string, string>>, name: string) =>
  (Object.hasOwn(names, name) ? names[name] : undefined) ?? name

/** Compiles the names and values that a deployment accepts for those of the contract. */
export function compileAccepts({ query = {}, body = {}, values = {} }: Accepts): AcceptedNames {
  const valueOf = (name: string, value: unknown) => {
    const known = Object.hasOwn(values, name) ? values[name] : undefined
    const key = String(value)
    return known !== undefined && Object.hasOwn(known, key) ? known[key] : value
  }
  return {
    query(text) {
      const found = [...new URLSearchParams(text)].map(([given, value]) => {
        const name = renamed(query, given)
        return [name, String(valueOf(name, value))] as [string, string]
      })
      return new URLSearchParams(found).toString()
    },
    body(value) {
      if (!isObject(value)) return value
      const found = Object.entries(value).map(([given, item]) => {
        const name = renamed(body, given)
        return [name, valueOf(name, item)]
      })
      return Object.fromEntries(found) as unknown
    },
    sentName(place, field) {
      const names = place === 'query' ? query : body
      return Object.keys(names).find((name) => names[name] === field) ?? field
    },
  }
}
