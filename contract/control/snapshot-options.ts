import { isObject } from '../json.ts'
import type { Snapshot } from '../snapshot.ts'

/** The values of a snapshot that an option of a world can replace. */
export const replaceableOptions = ['speed', 'seed', 'profile', 'scenarios'] as const
export type ReplaceableOption = (typeof replaceableOptions)[number]

/**
 * Returns a snapshot whose named values come from `fresh`, a snapshot of a world with these
 * options. Returns other values than objects unchanged, for the error of `restore`.
 */
export const withOptions = (
  snapshot: unknown,
  fresh: Snapshot,
  named: readonly ReplaceableOption[],
): unknown =>
  isObject(snapshot)
    ? {
        ...snapshot,
        ...Object.fromEntries(named.map((name) => [name, fresh[name]])),
      }
    : snapshot
