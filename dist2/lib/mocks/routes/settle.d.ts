/** The fields that a body gives: absent ones stay away, null ones have their default again. */
export declare function settle<Defaults extends object>(given: {
    readonly [Field in keyof Defaults]?: Defaults[Field] | null | undefined;
}, defaults: Defaults): Partial<Defaults>;
