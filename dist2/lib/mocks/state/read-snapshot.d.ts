import type { Profile } from '../../contract/picks.ts';
import { type Snapshot } from '../../contract/snapshot.ts';
/** A document that is no snapshot which this release can restore; says why. */
export declare class SnapshotError extends Error {
    readonly name = "SnapshotError";
}
/** A snapshot whose every part was checked. */
export type ReadSnapshot = Omit<Snapshot, 'profile'> & {
    readonly profile: Profile;
};
/** Reads a snapshot. Throws `SnapshotError` for another document, another version or wrong content. */
export declare function readSnapshot(document: unknown): ReadSnapshot;
