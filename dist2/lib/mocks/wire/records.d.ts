/** How records are written: the form of moments, and of optional fields without a value. */
export type RecordForm = {
    /** Rewrites a canonical moment; `undefined` keeps it. */
    readonly timestamp: ((canonical: string) => unknown) | undefined;
    readonly omitEmpty: boolean;
};
/** The JSON text of values; that of a frozen record is kept, since it can't change. */
export type ToText = (value: unknown) => string;
export declare const offsetTimestamp: (canonical: string) => string;
export declare const naiveTimestamp: (canonical: string) => string;
export declare const epochTimestamp: (canonical: string) => number;
export declare function localTimestamp(canonical: string): string;
export declare const createToText: (form: RecordForm) => ToText;
/** What writes values, so that it remembers the text of a frozen one, since that can't change. */
export declare function remembering<Value>(render: (value: Value) => string): (value: Value) => string;
/** A value with its moments in another form; the same value where nothing changes. */
export declare function rewrite(value: unknown, form: RecordForm, omitEmpty?: boolean): unknown;
