/** About how many bytes a value of JSON takes in memory; nothing takes none. */
export declare function weigh(value: unknown): number;
