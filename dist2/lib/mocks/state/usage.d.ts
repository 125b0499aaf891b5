import type { Tables } from './tables.ts';
/** What was counted of one key. */
export type KeyUsage = {
    readonly total_requests: number;
    readonly last_used_at: string | null;
};
/** Counters beside the key records, so that a call changes no record. */
export declare class Usage {
    #private;
    constructor(tables: Tables);
    of(key: string): KeyUsage;
    count(key: string, now: string): void;
}
