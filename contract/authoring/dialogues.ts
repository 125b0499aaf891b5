import { withoutUndefined } from '../json.ts'
import { defaultEndpoint, type Scenario } from '../scripts/scenario.ts'
import type { ScriptFile, TurnInFile } from './script-file.ts'
import type { Problem } from './problem.ts'
import type { Path, YamlDocument } from './yaml.ts'

/** A compiled script, with the position of each part in its file. */
export type CompiledScript = { readonly script: Scenario } & Pick<YamlDocument, 'where'>

const turnKeys = ['script', 'suggestions', 'usage', 'violate', 'fault', 'routing'] as const

/** Compiles the scripts of a file: one script, or one for each turn of a dialogue. */
export function compileScripts(
  file: ScriptFile,
  where: CompiledScript['where'],
): { readonly drafts: readonly CompiledScript[]; readonly problems: readonly Problem[] } {
  const { $schema: _schema, name, match, include: _include, turns, script, ...otherFields } = file
  const complain = (path: Path, says: string, part?: 'key') => ({
    drafts: [],
    problems: [{ place: where(path, part), rule: 'turns', says } as const],
  })
  if (turns === undefined) {
    if (script === undefined)
      return complain([], 'the file has no script; add "script", or "turns" for a dialogue')
    const compiled = { ...otherFields, name, match: withEndpoint(match, script), script }
    return { drafts: [{ script: compiled, where }], problems: [] }
  }
  const astray = turnKeys.find((key) => file[key] !== undefined)
  if (astray !== undefined)
    return complain([astray], `"${astray}" belongs to a turn; put it under "turns:"`, 'key')
  return {
    drafts: turns.map((turn, index) => ({
      script: compileTurn(file, turn, index),
      where: locateInTurn(turn, index, where),
    })),
    problems: [],
  }
}

/** Compiles a turn of a dialogue. Each later turn only matches after the turn before it. */
function compileTurn(
  { name, match, about, pace, title, on_inject, literal, own_pauses, closing }: ScriptFile,
  turn: TurnInFile,
  index: number,
): Scenario {
  const { endpoint, agent, user } = match
  const own =
    index === 0
      ? { ...match, ...turn.match }
      : { ...withoutUndefined({ endpoint, agent, user }), ...turn.match, after: `${name}/${index}` }
  const defaults = { about, pace, title, on_inject, literal, own_pauses, closing }
  return {
    ...withoutUndefined(defaults),
    ...turn,
    name: `${name}/${index + 1}`,
    match: withEndpoint(own, turn.script),
  }
}

function withEndpoint(match: ScriptFile['match'], script: Scenario['script']): Scenario['match'] {
  return { ...match, endpoint: match.endpoint ?? defaultEndpoint(script) }
}

const locateInTurn =
  (turn: TurnInFile, index: number, where: CompiledScript['where']): CompiledScript['where'] =>
  (path, part) => {
    const [key = '', inner = ''] = path.map(String)
    const given: unknown = Reflect.get(turn, key)
    const isOwn = given !== undefined && (key !== 'match' || Object.hasOwn(Object(given), inner))
    return where(isOwn ? ['turns', index, ...path] : path, part)
  }
