import * as errors from '../wire/errors.ts';
import type { Choose } from './choose.ts';
declare const challenge: (status: number) => Record<string, string>;
/** How conditions are answered: status, code and body. */
export declare function compileErrors(choose: Choose): {
    validationBody: errors.ValidationBody;
    errorBody: errors.ErrorBody;
    answers: Readonly<Record<"account-restricted" | "admin-only" | "body-not-json" | "body-too-large" | "body-type-unsupported" | "body-unreadable" | "conversation-missing" | "crash" | "credential-malformed" | "credential-missing" | "cursor-invalid" | "inject-elsewhere" | "key-disabled" | "key-expired" | "key-unknown" | "login-failed" | "maintenance" | "method-unknown" | "not-permitted" | "overloaded" | "page-beyond-end" | "quota-exceeded" | "rate-limited" | "refresh-refused" | "request-senseless" | "resource-missing" | "route-unknown" | "scope-missing" | "signature-wrong" | "state-conflict" | "token-expired" | "token-revoked" | "turn-missing" | "turn-not-running" | "turn-running", errors.Answer>>;
    crashText: "Internal Server Error" | undefined;
    code: typeof errors.specificCode | typeof errors.plainCode;
    item: errors.ItemForm;
    validationStatus: 400 | 422;
    errorHeaders: typeof challenge | (() => {});
} | {
    validationBody: errors.ValidationBody;
    errorBody: errors.ErrorBody;
    answers: Readonly<Record<"account-restricted" | "admin-only" | "body-not-json" | "body-too-large" | "body-type-unsupported" | "body-unreadable" | "conversation-missing" | "crash" | "credential-malformed" | "credential-missing" | "cursor-invalid" | "inject-elsewhere" | "key-disabled" | "key-expired" | "key-unknown" | "login-failed" | "maintenance" | "method-unknown" | "not-permitted" | "overloaded" | "page-beyond-end" | "quota-exceeded" | "rate-limited" | "refresh-refused" | "request-senseless" | "resource-missing" | "route-unknown" | "scope-missing" | "signature-wrong" | "state-conflict" | "token-expired" | "token-revoked" | "turn-missing" | "turn-not-running" | "turn-running", errors.Answer>>;
    crashText: "Internal Server Error" | undefined;
    code: typeof errors.specificCode | typeof errors.plainCode;
    item: errors.ItemForm;
    validationStatus: 400 | 422;
    errorHeaders: typeof challenge | (() => {});
};
export {};
