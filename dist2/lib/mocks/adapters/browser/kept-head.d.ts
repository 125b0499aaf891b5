import type { WorldOrder, WorldState } from '../../state/world-plan.ts';
/** What a world was when its log began: written at once, so it is whole or the one before. */
export type Head = {
    /** The id of the log that goes on from here. */
    readonly log: string;
    /** The hash of what it began with. */
    readonly fixture: string;
    /** Whether it was ordered to begin with that, or began with what the fake had. */
    readonly chosen: boolean;
    readonly order: Omit<WorldOrder, 'fixture'>;
    /** Milliseconds of the machine. */
    readonly at: number;
    readonly state: WorldState;
};
/** A head as text; what it leads to stands first. */
export declare function toText({ log, fixture, order, ...rest }: Head): string;
/** A head from its text; `undefined` where it is damaged, or not ours. */
export declare function fromText(text: string): Head | undefined;
/** What a head leads to, without reading all of it. */
export declare function leadsTo(text: string | null): Pick<Head, 'log' | 'fixture'> | undefined;
/** A JSON object from its text; `undefined` where it is none. */
export declare function parseObject<Value>(text: string): Partial<Value> | undefined;
