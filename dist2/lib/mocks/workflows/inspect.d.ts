import type { Blueprint, BlueprintReport } from '../../contract/records/workflow.ts';
/** What keeps a blueprint from being run, and what is merely odd about it. */
export declare function inspect(blueprint: Blueprint): BlueprintReport;
/** Throws `request-senseless`, with the reason, for a blueprint that can't be run. */
export declare function refuseUnplayable(blueprint: Blueprint): void;
