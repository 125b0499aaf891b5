import { isObject } from '../../../contract/json.ts'
import { ownLimits } from '../../../contract/limits.ts'
import type { ExpressionScope } from '../../world/wire.ts'
import type { World } from '../../world/world.ts'
import { lazyExpression, ProfileExpressionError } from '../expression-engine.ts'
import { OwnRecords, type RecordFamily } from './own-records.ts'

type ScopeOfWorld = (world: World) => ExpressionScope
let scopeOfWorld: ScopeOfWorld | undefined

/**
 * Sets what the expressions of seeds can use. Passed in, because they can read other families, which
 * have seeds, too, and because the control API lists records without the code for expressions: it
 * would add 5 KB to a page.
 */
export const setSeedScope = (scope: ScopeOfWorld): void => {
  scopeOfWorld = scope
}

/** The records of a family, with its seeds. */
export function recordsOf(world: World, name: string, family: RecordFamily): OwnRecords {
  const records = new OwnRecords(world, name, family)
  if (!records.isSeeded) records.seed(() => seedsOf(world, name, family))
  return records
}

function seedsOf(
  world: World,
  name: string,
  { seeds = [] }: RecordFamily,
): readonly Readonly<Record<string, unknown>>[] {
  if (typeof seeds !== 'string') return seeds
  if (scopeOfWorld === undefined) throw new Error('The scope of expressions is not loaded.')
  const place = `operations › ${name} › seeds`
  const made = lazyExpression(place, seeds)({}, scopeOfWorld(world))
  if (!Array.isArray(made) || !made.every(isObject) || made.length > ownLimits.ownSeeds)
    throw new ProfileExpressionError(
      `${place}: it must give a list of at most ${ownLimits.ownSeeds} objects.`,
    )
  return made
}
