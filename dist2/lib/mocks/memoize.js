const most = 500;
/**
 * The same function, which remembers what it made of the last texts: clients send few different
 * ones, and each of them often. Longer ones than `longest` characters are made anew each time.
 */
export function memoize(make, longest = 1000) {
    const made = new Map();
    return (text) => {
        let value = made.get(text);
        if (value !== undefined)
            return value;
        value = make(text);
        if (made.size >= most)
            made.clear();
        if (text.length <= longest)
            made.set(text, value);
        return value;
    };
}
