import type { StreamFault } from '../../contract/fault.ts';
import { type Pieces } from './pieces.ts';
/** Events damaged, doubled or dropped. One that is dropped keeps its place, so that others count as before. */
export declare function altered(pieces: Pieces, fault: StreamFault): Pieces;
/** An event behind the one that follows it. */
export declare function reordered(pieces: Pieces, event: number): Pieces;
