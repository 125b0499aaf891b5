/** The events of turns and of workflow runs. */
export declare const eventNames: readonly string[];
