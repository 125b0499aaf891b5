import type { RunEvent as SentRunEvent } from '../../contract/records/workflow-run.ts';
import type { Frame } from '../events/frame.ts';
type Sent<Name> = Extract<SentRunEvent, {
    readonly event: Name;
}>['data'];
type RunEventName = SentRunEvent['event'];
/** What happens in a run of a workflow: tell them apart by `event`. */
export type RunEvent = {
    readonly event: 'unknown';
    readonly name: string;
    readonly data: unknown;
} | {
    readonly [Name in RunEventName]: {
        readonly event: Name;
        readonly data: Readonly<Sent<Name>> & {
            /** When it happened: ISO 8601, UTC. */
            readonly at?: string | undefined;
        };
    };
}[RunEventName];
/** The event in a frame; one that isn't known is `unknown`, never lost. */
export declare function readRunEvent({ name, data }: Frame): RunEvent;
export {};
