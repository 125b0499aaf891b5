/**
 * The same function, which remembers what it made of the last texts: clients send few different
 * ones, and each of them often. Longer ones than `longest` characters are made anew each time.
 */
export declare function memoize<Value extends object>(make: (text: string) => Value, longest?: number): (text: string) => Value;
