import type { Kind } from '../state/kinds.ts';
/** A record as a world stores it: with what the platform shows nobody, as passwords. */
export type StoredRecord = {
    readonly id: string;
} & Readonly<Record<string, unknown>>;
/** A record that is what a world stores of its kind. Throws `ControlError` with the path of what is wrong. */
export declare function checkRecord(kind: Kind, record: Readonly<Record<string, unknown>>): Promise<StoredRecord>;
