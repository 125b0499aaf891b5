/** Fractions from 0 up to 1 that follow from a seed of 32 bits, for what asks too often to be kept. */
export declare function fractionsFrom(seed: number): () => number;
