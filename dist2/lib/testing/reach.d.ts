/** A fake, wherever it is, and how calls get there. */
export type Reach = {
    /** Where its paths begin, such as `http://127.0.0.1:4010`, without a slash at the end. */
    readonly url: string;
    /** Of its control API, where it asks for one. */
    readonly token?: string | undefined;
    fetch(request: Request): Promise<Response>;
};
/** Where the paths of a world begin. */
export declare const urlOf: ({ url }: Pick<Reach, 'url'>, world: string) => string;
/**
 * Asks the control API, as in `askControl(reach, 'red', 'POST clock', { advance: '2h' })`. Throws
 * `ControlError` for what it refuses, and an `Error` that says so where no fake answers.
 */
export declare function askControl<Answer>(reach: Reach, world: string | undefined, operation: string, body?: unknown): Promise<Answer>;
