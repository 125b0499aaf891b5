import type { Visit } from './visit.ts';
/** Writes an operation that succeeded to the audit log, where its row in the contract says so. */
export declare function audit(visit: Visit, outcome: unknown): void;
