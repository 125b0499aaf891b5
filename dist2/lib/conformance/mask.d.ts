import type { Exchange } from './exchange.ts';
import type { Target } from './lab.ts';
/** Replaces every secret in a text by a placeholder such as `<ACCESS_TOKEN>`. */
export type Mask = (text: string) => string;
/** A mask for all secrets that went into a run, `more` among them, and all that came back in it. */
export declare function createMask(target: Target, exchanges: readonly Exchange[], more?: Readonly<Record<string, string | undefined>>): Mask;
