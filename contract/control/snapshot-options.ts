import { isObject } from '../json.ts'
import type { Snapshot } from '../snapshot.ts'

/** The values of a snapshot that an option of a world can replace. */
export const replaceableOptions = ['speed', 'seed', 'profile', 'scenarios'] as const
export type ReplaceableOption = (typeof replaceableOptions)[number]

/**
 * Replaces the `named` values of a snapshot by those of `fresh`, a snapshot of a world with the new
 * options. Returns anything but an object unchanged, because `restore` then throws the right error.
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
