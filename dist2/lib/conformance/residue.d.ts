import type { Ask, Exchange } from './exchange.ts';
/** What a run can make on a target. */
export declare const residueKinds: readonly ['key', 'conversation', 'connector', 'channel', 'mcp-server'];
export type ResidueKind = (typeof residueKinds)[number];
/** Something that a run made, or may have made, and has not removed. */
export type Residue = {
    /** Names it in the ledger. */
    readonly ref: string;
    readonly kind: ResidueKind;
    /** The marker that it was to carry; absent where its request gave it no name. */
    readonly name?: string | undefined;
    /** Whether the target said that it made it; else the answer never came. */
    readonly made: boolean;
    readonly id?: string | undefined;
};
/** One step in the life of a residue, noted before the request that makes it and after each answer. */
export type LedgerEntry = ({
    readonly step: 'making';
} & Pick<Residue, 'ref' | 'kind' | 'name'>) | {
    readonly step: 'made';
    readonly ref: string;
    readonly id?: string | undefined;
} | {
    readonly step: 'gone';
    readonly ref: string;
};
/**
 * Where a run notes what it makes, so that it can be removed even after the run was killed. `write`
 * must have kept the entry when it returns; what it throws keeps the request from being sent.
 */
export type Ledger = {
    write(entry: LedgerEntry): void;
};
/** What is told of a request that makes something, once it is known. Untold, it may have made it. */
export type Expectation = {
    answered(exchange: Exchange): void;
    /** It never reached the target. */
    unsent(): void;
};
/** What a run made so far, and the ledger that is told of it. */
export type ResidueBook = {
    /** Notes what a request is about to make, if it makes anything. */
    expect(ask: Ask): Expectation | undefined;
    /** Notes that it is removed, or was never made. */
    remove(residue: Residue): void;
    /** What is not known to be gone, oldest first. */
    open(): readonly Residue[];
};
/** A book for one run, whose refs begin with its tag; `inherited` is what other runs left open. */
export declare function createResidueBook(tag: string, ledger?: Ledger, inherited?: readonly Residue[]): ResidueBook;
/** What a ledger leaves open: noted, and not known to be gone; oldest first. */
export declare function openIn(entries: readonly LedgerEntry[]): readonly Residue[];
/** Where things of a kind are made, and removed by their id. */
export declare const collectionOf: (kind: ResidueKind) => string;
/** All that a run makes and can name carries this mark. */
export declare const mark = "[conformance] ";
