/** Throws `WorldError` for what can't be the name of a world. */
export declare function refuseName(name: string): void;
