import type { ErrorCode } from '../contract/errors.ts';
/** What is wrong with one field of a request: a part of an answer of 422. */
export type FieldProblem = {
    /** Where it stands, such as `['body', 'name']`. */
    readonly path: readonly (string | number)[];
    readonly message: string;
    /** The kind of problem, such as `missing`. */
    readonly type: string;
};
/** The codes of the specification; a deployment may have more, such as `agent_not_found`. */
export type ApiErrorCode = ErrorCode | 'validation_error' | (string & {});
/** What an error answer said, whatever its dialect. */
export type ApiErrorAnswer = {
    readonly status: number;
    readonly code: ApiErrorCode;
    readonly message: string;
    readonly fields: readonly FieldProblem[];
    readonly retryAfter: number | undefined;
    /** The call that was answered, such as `GET /api/agents`. */
    readonly request: string;
};
/** The platform refused a call, or failed at it. Its message may be shown to people. */
export declare class ApiError extends Error {
    readonly name = "ApiError";
    /** The HTTP status: the same in every dialect. */
    readonly status: number;
    /** What the platform calls the error; where it doesn't, what the specification does. */
    readonly code: ApiErrorCode;
    /** The fields that were refused; empty but for 422. */
    readonly fields: readonly FieldProblem[];
    /** Seconds to wait before another try, where the platform says so. */
    readonly retryAfter: number | undefined;
    /** The call, such as `GET /api/agents`. */
    readonly request: string;
    constructor({ status, code, message, fields, retryAfter, request }: ApiErrorAnswer);
}
/** The error in an answer; `now` is for a `Retry-After` that names a date. */
export declare function readApiError({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown, request: string, now: number): ApiError;
/** Whether the credential was refused, so that another one may be taken. */
export declare const isCredentialError: ({ status, code }: ApiError) => boolean;
