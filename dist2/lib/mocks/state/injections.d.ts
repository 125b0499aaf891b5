/** A text that was injected into a running turn. */
export type Injection = {
    readonly id: string;
    readonly content: string;
};
/** The injected texts that a turn has not taken up yet, oldest first. */
export declare class Injections {
    #private;
    add(injection: Injection): void;
    /** The oldest, which then waits no longer. */
    take(): Injection | undefined;
    /** Takes one back; false where it was taken up already, or never came. */
    recall(id: string): boolean;
}
