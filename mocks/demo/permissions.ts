/** The parts of the control API that affect only the world of the visitor. */
const own = new Set([
  'choices',
  'clock',
  'coverage',
  'director',
  'faults',
  'journal',
  'records',
  'reset',
  'scenarios',
  'snapshot',
])

/** The reason why a visitor may not use this operation; `undefined` if they may. */
export function permissionProblem(method: string, path: string, query: string): string | undefined {
  const [, first = ''] = path.split('/')
  if (!own.has(first))
    return 'Visitors can only control their own world. Everything else needs the control token.'
  // Forbidden, because a script can produce any number of events.
  if (first === 'scenarios' && method !== 'GET')
    return 'Visitors can’t add scripts: that needs the control token.'
  if (first === 'coverage' && new URLSearchParams(query).get('of') === 'all')
    return 'Visitors can only read the coverage of their own world: omit `of=all`.'
  return undefined
}

/** The number of requests that an operation counts as. Snapshots and YAML are expensive. */
export function requestCost(method: string, path: string): number {
  if (path === '/choices/preview') return 10
  if (path !== '/snapshot') return 1
  return method === 'PUT' ? 100 : 10
}

/** Returns the reason why a visitor may not restore a snapshot; `undefined` if they may. */
export function snapshotProblem(document: unknown): string | undefined {
  const scripts = (document as { readonly scenarios?: unknown } | null | undefined)?.scenarios
  if (Array.isArray(scripts) && scripts.length === 0) return undefined
  return 'Visitors can only restore snapshots without scripts: `"scenarios": []`.'
}
