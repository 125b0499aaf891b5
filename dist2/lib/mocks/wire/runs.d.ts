import type { DatedRunEvent } from '../../contract/records/workflow-run.ts';
/** How the events of a workflow run are written. */
export type RunForm = {
    /** Writes the canonical moment of an event. */
    readonly moment: (canonical: string) => unknown;
    /** Whether the start is told twice: with the status, then with what is run. */
    readonly startsTwice: boolean;
};
/** The payloads that tell an event, mostly one. */
export type RunPayloads = (event: DatedRunEvent) => readonly object[];
export declare const isoMoment: (canonical: string) => string;
export declare const epochMoment: (canonical: string) => number;
export declare function createRunPayloads({ moment, startsTwice }: RunForm): RunPayloads;
