import type { Exchange } from './exchange.ts';
import type { Lab } from './lab.ts';
/**
 * Asks again until the reply is settled or the patience (ms, the lab's grace) is over, for effects
 * that may lag behind their cause (caches, batched counters). Returns the last reply and the delay.
 */
export declare function eventually(lab: Lab, ask: () => Promise<Exchange>, settled: (exchange: Exchange) => boolean, patience?: number): Promise<{
    readonly exchange: Exchange;
    readonly settled: boolean;
    readonly delay: number;
}>;
