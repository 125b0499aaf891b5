import { recordKinds } from '../contract/kinds.ts'
import { nearest } from '../contract/nearest.ts'
import type { CompiledScript } from './dialogues.ts'
import type { Problem, RuleId } from './problem.ts'
import type { Path } from './yaml.ts'

/** The names that scripts may refer to. A missing kind is not checked. */
export type KnownNames = {
  /** Names of scripts that are loaded elsewhere. */
  readonly scripts?: readonly string[] | undefined
  readonly agents?: readonly string[] | undefined
  /** Emails and display names of users. */
  readonly users?: readonly string[] | undefined
}

/** Checks that the scripts, kinds, agents and users in the `match` of a script exist. */
export function checkNames(
  drafts: readonly CompiledScript[],
  surroundings: KnownNames,
): readonly Problem[] {
  const names = drafts.map(({ script }) => script.name)
  const scripts = [...names, ...(surroundings.scripts ?? [])]
  const known = new Set(scripts)
  return drafts.flatMap(({ script, where }) => {
    const { after, state, agent, user } = script.match
    const problems: Problem[] = []
    const expect = (
      rule: RuleId,
      what: string,
      name: string,
      allowed: readonly string[],
      path: Path,
    ) => {
      if (allowed.includes(name)) return
      const best = nearest(name, allowed)
      const right =
        best === undefined
          ? `available: ${allowed.slice(0, 12).join(', ')}`
          : `did you mean "${best}"?`
      problems.push({
        place: where(path, rule === 'unknown-state' ? 'key' : 'value'),
        rule,
        says: `there is no ${what} "${name}"; ${right}`,
      })
    }
    if (after !== undefined && !known.has(after))
      expect('unknown-script', 'script', after, scripts, ['match', 'after'])
    for (const kind of Object.keys(state ?? {}))
      expect('unknown-state', 'kind of record', kind, recordKinds, ['match', 'state', kind])
    if (agent !== undefined && surroundings.agents !== undefined)
      expect('unknown-agent', 'agent', agent, surroundings.agents, ['match', 'agent'])
    if (user !== undefined && surroundings.users !== undefined)
      expect('unknown-user', 'user', user, surroundings.users, ['match', 'user'])
    return problems
  })
}
