/** A call to the control API that can't be answered: a sentence that says what would be right. */
export declare class ControlError extends Error {
    readonly name = "ControlError";
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    constructor(status: number, message: string, headers?: Readonly<Record<string, string>>);
}
/** What is thrown about a world, as the control API says it; anything else stays what it is. */
export declare const toControlError: (error: unknown) => unknown;
