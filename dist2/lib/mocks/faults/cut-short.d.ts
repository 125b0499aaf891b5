import type { StreamFault } from '../../contract/fault.ts';
import { type Pieces } from './pieces.ts';
type Cut = NonNullable<StreamFault['cut']>;
/** A stream up to the place of a cut, and its break. */
export declare function cutShort(pieces: Pieces, cut: Cut): Pieces;
export {};
