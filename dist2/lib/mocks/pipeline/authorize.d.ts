import type { Visit } from './visit.ts';
/** Keeps a scoped key to its scopes (5.R6, 5.R8), and administration to administrators. */
export declare function authorize(visit: Visit): void;
