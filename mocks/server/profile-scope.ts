import { loadExpressions } from '../platform/expression-engine.ts'
import type { PipelineContext } from '../platform/request-context.ts'
import type { ExpressionScope } from '../world/wire.ts'
import type { World } from '../world/world.ts'

let scopes: typeof import('../platform/custom/expression-scope.ts') | undefined

/** Imports what the expressions of a profile need; `undefined` if it is loaded. */
export const loadProfileScope = (): Promise<void> | undefined =>
  scopes === undefined ? importScope() : loadExpressions()

async function importScope(): Promise<void> {
  await loadExpressions()
  scopes = await import('../platform/custom/expression-scope.ts')
}

/** What expressions can use for the response to a request. Await `loadProfileScope()` before. */
export const scopeOf = (context: PipelineContext): ExpressionScope =>
  loaded().expressionScope(context)

/** The same for a request whose caller and input are not read yet. */
export const scopeOfRequest = (
  world: World,
  params: Readonly<Record<string, string>>,
): ExpressionScope => loaded().requestScope(world, params)

function loaded() {
  if (scopes === undefined) throw new Error('The scope of expressions is not loaded.')
  return scopes
}
