import type { RunEvent } from '../../contract/records/workflow-run.ts';
import type { Timed } from '../turns/play.ts';
import type { Enactment } from './enact.ts';
/** Which run is told, and how long script time lasts in milliseconds of the world. */
export type Telling = {
    readonly run_id: string;
    readonly workflow_id: string;
    readonly node_count: number;
    readonly lasts: (ms: number) => number;
};
/** A run as events in the order of their time, from `run_started` to `end`. */
export declare function tellRun(enactment: Enactment, telling: Telling): Generator<Timed<RunEvent>>;
