import type { Visit } from './visit.ts';
/** Checks query and body against their schemas; all problems at once (2.4). */
export declare function validate(visit: Visit): void;
