import type * as z from 'zod/mini';
import type { Exchange } from './exchange.ts';
export { Inconclusive } from './outcomes.ts';
type Schema = z.ZodMiniType;
/** Assertions. Each throws a `Finding`; whether that fails or warns is the check's level alone. */
export declare const must: {
    /** The reply has one of these statuses. */
    status(exchange: Exchange, ...wanted: readonly number[]): void;
    /** The reply has a 2xx status. */
    accept(exchange: Exchange): void;
    /** The reply is a refusal, any 4xx: where the spec names no status. */
    refuse(exchange: Exchange): void;
    /**
     * The error carries one of these codes. A body without any code blocks the check: the rules of
     * the error envelope judge that, once.
     */
    code(exchange: Exchange, ...wanted: readonly string[]): void;
    equal(got: unknown, wanted: unknown, exchange?: Exchange, what?: string): void;
    /** The value satisfies a schema of contract/records/specified.ts; `what` names the value. */
    match(schema: Schema, value: unknown, exchange?: Exchange, what?: string): void;
    holds(condition: boolean, expected: string, got: string, exchange?: Exchange): void;
    /** Judges a shared set-up itself: what it found counts against this check, not as a blocker. */
    succeed<T>(setUp: Promise<T>): Promise<T>;
};
/** Ends the check: it does not apply here, and why. */
export declare function skip(reason: string): never;
/** A positive control: unless it holds, what follows would prove nothing. */
export declare function control(condition: boolean, otherwise: string): asserts condition;
/** Judges every instance of a rule, in order, and reports all that break it. */
export declare function each<T>(instances: Iterable<T>, judge: (instance: T) => unknown): Promise<readonly unknown[]>;
/** Tells what left something undecided from what broke a rule, or is a defect of the suite. */
export declare const isUndecided: (error: unknown) => error is Error;
export declare const isAccepted: (exchange: Exchange) => boolean;
export declare const isRefusal: (exchange: Exchange) => boolean;
/** The machine-readable code of an error body, where it has one. */
export declare function errorCode(exchange: Exchange): string | undefined;
