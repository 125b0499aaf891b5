/** What the work comes to, or a rejection with the signal's reason as soon as it aborts. */
export declare function orAborted<Result>(work: Promise<Result>, signal?: AbortSignal): Promise<Result>;
