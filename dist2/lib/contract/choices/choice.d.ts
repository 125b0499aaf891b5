import * as z from 'zod/mini';
import type { ReplyKind } from '../endpoints/endpoint.ts';
import type { EndpointId } from '../endpoints.ts';
import type { Condition } from '../errors.ts';
import type { EventName } from '../events.ts';
/** `specified`: the spec says so. `open`: it leaves room for it. `deviates`: it contradicts it. */
export type Grade = 'specified' | 'open' | 'deviates';
/** One answer that deployments give to the question of a choice. */
export type Option = {
    readonly grade: Grade;
    readonly says: string;
    /** Why no check can see it, for a deviating option that HTTP alone does not show. */
    readonly unseen?: string;
    /** Such an option is picked as `{ option: value }`, the value being of this schema. */
    readonly value?: z.ZodMiniType;
};
/** Where a choice can be seen; all parts together, an empty one meaning anywhere. */
export type Shows = {
    readonly endpoints?: readonly EndpointId[];
    readonly replies?: readonly ReplyKind[];
    readonly conditions?: readonly (Condition | 'invalid')[];
    readonly events?: readonly EventName[];
};
/** A point at which deployments can differ: one row of the one table. */
export type Choice = {
    readonly question: string;
    /** Section and rule of the specification, or where it is silent. */
    readonly clause: string;
    /** Which part of the fake it shapes. */
    readonly kind: 'inventory' | 'order' | 'policy' | 'wire';
    readonly options: Readonly<Record<string, Option>>;
    readonly default: string;
    readonly shows: Shows;
    /** The picks under which it applies at all. */
    readonly when?: Readonly<Record<string, readonly string[]>>;
    /**
     * Picks, its own perhaps among them, under which HTTP does not show it: all of one row together.
     * The first choice of a row is the one that hides it.
     */
    readonly hiddenBy?: readonly Readonly<Record<string, readonly string[]>>[];
    /** Other checks that change with a deviating option of it, by id. */
    readonly also?: readonly string[];
};
export declare const specified: (says: string) => {
    readonly grade: 'specified';
    readonly says: string;
};
export declare const open: (says: string) => {
    readonly grade: 'open';
    readonly says: string;
};
export declare const deviates: (says: string) => {
    readonly grade: 'deviates';
    readonly says: string;
};
/** A contradiction that no check sees, and why. */
export declare const unseen: (says: string, why: string) => {
    readonly grade: 'deviates';
    readonly says: string;
    readonly unseen: string;
};
/** An option that takes a whole number above zero. */
export declare const openNumber: (says: string) => {
    readonly grade: 'open';
    readonly says: string;
    readonly value: z.ZodMiniInt;
};
export declare const deviatingNumber: (says: string) => {
    readonly grade: 'deviates';
    readonly says: string;
    readonly value: z.ZodMiniInt;
};
/** An option that takes a field or parameter name. */
export declare const openName: (says: string) => {
    readonly grade: 'open';
    readonly says: string;
    readonly value: z.ZodMiniString<string>;
};
