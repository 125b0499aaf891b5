import type { Exchange } from './exchange.ts';
import type { Mask } from './mask.ts';
import type { Shapes } from './report.ts';
/** The shapes of all replies of the API in a run, in the order of their names. */
export declare function shapesOf(exchanges: readonly Exchange[], mask: Mask): Shapes;
