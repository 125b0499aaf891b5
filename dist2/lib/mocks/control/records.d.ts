import type { World } from '../state/world.ts';
import { type ControlRoutes } from './control-visit.ts';
import { type StoredRecord } from './check-record.ts';
/** Which records are listed. */
export type RecordFilter = {
    /** The email or the id of a user, or the id of anything else that they belong to. */
    readonly owner?: string | undefined;
    /** A text that occurs in them, in whatever case. */
    readonly q?: string | undefined;
    readonly page?: number | undefined;
    readonly size?: number | undefined;
};
/** A page of the records of a kind, in the order of their creation. Throws `ControlError`. */
export declare function listRecords(world: World, kindName: string, filter?: RecordFilter): {
    items: StoredRecord[];
    total: number;
    page: number;
    size: number;
    pages: number;
};
/** A record as it is stored. Throws `ControlError` 404. */
export declare function readRecord(world: World, kindName: string, id: string): StoredRecord;
/** Adds a record, with an id of its own unless one is given. Throws `ControlError`. */
export declare function addRecord(world: World, kindName: string, given: unknown): Promise<StoredRecord>;
/** Puts fields in the place of others; what else the platform would do does not happen. Throws `ControlError`. */
export declare function changeRecord(world: World, kindName: string, id: string, given: unknown): Promise<StoredRecord>;
/** Deletes a record, and what would dangle without it. Throws `ControlError` 404. */
export declare function removeRecord(world: World, kindName: string, id: string): void;
export declare const recordRoutes: ControlRoutes;
