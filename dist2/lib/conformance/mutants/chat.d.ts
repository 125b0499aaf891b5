import type { Mutant } from './mutant.ts';
/** Sees no credential in the body. */
export declare const ignoresBodyToken: (route: string) => Mutant['wrap'];
/** Sees no credential in the header. */
export declare const ignoresHeader: (route: string) => Mutant['wrap'];
/** Wrong in what react and dag take, and in what they answer with. */
export declare const chatMutants: readonly Mutant[];
