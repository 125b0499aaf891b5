import type { Visit } from './visit.ts';
/** Looks up the record that the path or the body leads to; to strangers it is missing (7). */
export declare function find(visit: Visit): void;
