/** What the places of a template lead to: `inputs`, and the output of each node by its id. */
export type Scope = Readonly<Record<string, unknown>>;
/**
 * A value with its places filled: `{{inputs.amount}}`, `{{lookup.total}}`. A text that is nothing
 * but a place becomes the value itself, whatever its type; a place that leads nowhere is null there.
 */
export declare function fill(value: unknown, scope: Scope): unknown;
/** A text with what its places lead to written into it, objects as JSON. */
export declare const inText: (text: string, scope: Scope) => string;
/** What a dotted path leads to, through own members alone. */
export declare function valueAt(scope: Scope, path: string): unknown;
