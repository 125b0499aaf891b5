/** Values by name; `set` puts one at the end, as that which was used last. */
export declare class ByUse<Value> extends Map<string, Value> {
    #private;
    set(name: string, value: Value): this;
}
