import * as z from 'zod/mini';
import { type Scope } from './template.ts';
type Output = Readonly<Record<string, unknown>>;
/** What the player reads in the `data` of a node; the rest belongs to the editor. */
export declare const nodeData: z.ZodMiniObject<{
    label: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    duration_ms: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniInt>>;
    output: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>>;
    condition: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniObject<{
        field: z.ZodMiniString<string>;
        operator: z.ZodMiniEnum<{
            contains: "contains";
            eq: "eq";
            gt: "gt";
            gte: "gte";
            lt: "lt";
            lte: "lte";
            ne: "ne";
        }>;
        value: z.ZodMiniUnknown;
    }, z.core.$strip>>>;
    prompt: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    template: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
    message: z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniString<string>>>;
}, z.core.$loose>;
export type NodeData = z.infer<typeof nodeData>;
/** What a node of a type does, unless its data says otherwise. */
export type NodeType = {
    /** Milliseconds. */
    readonly takes: number;
    /** What it puts out, from its data, the scope, and what it was given. */
    readonly output: (data: NodeData, scope: Scope, given: Output) => Output;
};
export declare const isKnownType: (type: string) => boolean;
export declare const nodeType: (type: string) => NodeType;
/** The output of a node: that of its data, else that of its type. Conditions always say their result. */
export declare function outputOf(type: string, data: NodeData, scope: Scope, given: Output): Output;
export {};
