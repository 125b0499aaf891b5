/** An object whose values are made when they are first read, each once. */
export function lazily(makers) {
    const values = {};
    for (const key of Object.keys(makers)) {
        let made;
        const get = () => (made ??= { value: makers[key]() }).value;
        Object.defineProperty(values, key, { get, enumerable: true });
    }
    return values;
}
