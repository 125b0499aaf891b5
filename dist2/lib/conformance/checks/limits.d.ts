import type { ActiveCheck } from '../check.ts';
/** Limits (8), by bursts and big bodies that a shared deployment should be spared. */
export declare const limitChecks: readonly ActiveCheck[];
