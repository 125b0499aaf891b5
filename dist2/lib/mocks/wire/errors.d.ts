import { type Condition } from '../../contract/errors.ts';
import { type Resource } from '../../contract/resources.ts';
import type { Problem } from '../api-error.ts';
/** The status and code that answer a condition. */
export type Answer = {
    readonly status: number;
    readonly code: string | null;
};
export type Answers = Readonly<Record<Condition, Answer>>;
/** Writes an error body as a value. */
export type ErrorBody = (code: string | null, message: string, condition: Condition) => unknown;
/** The error envelope of the spec (7). */
export declare const documentedError: ErrorBody;
export declare const detailError: ErrorBody;
/** Another body for what leads nowhere, as web frameworks answer it. */
export declare const withBareRoutes: (errorBody: ErrorBody) => ErrorBody;
/** The same answers, those about credentials without their code. */
export declare const withoutCodes: (answers: Answers) => Answers;
/** Every condition with the code and status of the contract, under what a profile changes. */
export declare function answersWith(changed: Partial<Answers>, statuses: Record<string, number>): Answers;
/** A code that names the missing resource, as `agent_not_found`. */
export declare const specificCode: (code: string, resource: Resource | undefined) => string;
export declare const plainCode: (code: string) => string;
/** Writes one problem of the validation body (2.4). */
export type ItemForm = (problem: Problem) => object;
export declare const itemWithInput: ItemForm;
export declare const bareItem: ItemForm;
export declare const itemWithUrl: ItemForm;
/** The validation body of the spec, and that of the deployments which add their own fields to it. */
export type ValidationBody = (items: readonly object[]) => unknown;
export declare const documentedValidation: ValidationBody;
export declare const detailValidation: ValidationBody;
