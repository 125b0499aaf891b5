import type { ActiveCheck } from '../check.ts';
/** Where the table of scopes is silent (5). */
export declare const scopeObservations: readonly ActiveCheck[];
