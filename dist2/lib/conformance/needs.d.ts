import type { ActiveCheck } from './check.ts';
import type { Target } from './lab.ts';
/** The flags that a check would need and that were not given; undefined where nothing is missing. */
export declare function missingFlags(check: ActiveCheck, target: Target): string | undefined;
