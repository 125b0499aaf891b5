import type { Condition } from '../contract/errors.ts';
import type { Resource } from '../contract/resources.ts';
/** The one error that stages and routes throw; `wire` decides its status, code and body. */
export declare class ApiError extends Error {
    readonly name = "ApiError";
    readonly condition: Condition;
    /** The kind of resource that is missing, where one is. */
    readonly resource: Resource | undefined;
    /** Headers that the answer carries besides. */
    readonly headers: Readonly<Record<string, string>>;
    constructor(condition: Condition, message: string, details?: {
        resource?: Resource;
        headers?: Record<string, string>;
        cause?: unknown;
    });
}
/** One problem of an input, in the form of the validation body (2.4). */
export type Problem = {
    readonly loc: readonly (string | number)[];
    readonly msg: string;
    readonly type: string;
    readonly input?: unknown;
    readonly ctx?: Readonly<Record<string, unknown>>;
};
/** Input that fails validation: every problem of body, query and path at once. */
export declare class InvalidInput extends Error {
    readonly name = "InvalidInput";
    readonly problems: readonly Problem[];
    constructor(problems: readonly Problem[]);
}
