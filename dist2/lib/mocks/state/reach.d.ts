import type { Tested } from '../../contract/records/outcomes.ts';
export declare const reached: Tested;
export declare const failed: (error: string) => Tested;
/**
 * Whether a host answers. Nothing is called: every host does, but for names under `.invalid`, which
 * are reserved for never resolving and so stand for what is down.
 */
export declare const reach: (host: string) => Tested;
export declare const reachUrl: (url: string) => Tested;
