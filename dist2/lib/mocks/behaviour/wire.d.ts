import { type Wire } from '../wire/wire.ts';
import type { Choose } from './choose.ts';
/** The picks of kind `wire`, as functions that render. */
export declare function compileWire(choose: Choose): Wire;
