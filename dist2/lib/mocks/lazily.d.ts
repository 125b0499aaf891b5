/** An object whose values are made when they are first read, each once. */
export declare function lazily<Values extends object>(makers: {
    readonly [Key in keyof Values]: () => Values[Key];
}): Values;
