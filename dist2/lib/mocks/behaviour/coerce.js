const booleans = {
    true: true,
    t: true,
    yes: true,
    y: true,
    on: true,
    1: true,
    false: false,
    f: false,
    no: false,
    n: false,
    off: false,
    0: false,
};
/** A whole number written as text, with nothing around it but blanks. */
export function integerText(given) {
    if (typeof given !== 'string' || !/^\s*[+-]?\d+(\.0*)?\s*$/.test(given))
        return undefined;
    const value = Number(given);
    return Number.isSafeInteger(value) ? value : undefined;
}
export const noCoerce = () => undefined;
/** What the validator of a known deployment takes. */
export const pydanticCoerce = (wanted, given) => {
    if (wanted === 'boolean' && (typeof given === 'string' || typeof given === 'number'))
        return booleans[String(given).toLowerCase()];
    if (wanted === 'int' && typeof given === 'boolean')
        return Number(given);
    if (wanted === 'int')
        return integerText(given);
    return undefined;
};
export const laxCoerce = (wanted, given) => wanted === 'string' && typeof given === 'number' ? String(given) : pydanticCoerce(wanted, given);
