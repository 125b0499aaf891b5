import { at, isObject, member } from '../json.js';
/** A look at a choice: the reply, and the option that it shows. */
export const seen = (from, option, value) => ({
    option,
    from,
    ...(value !== undefined && { value }),
});
/** The code of an error in either dialect: `error`, or the `error_code` beside a `detail`. */
export function codeIn({ json }) {
    const code = member(json, 'error') ?? member(json, 'error_code');
    return typeof code === 'string' ? code : undefined;
}
/** Whether a reply refuses the input, whichever status that has here. */
export const isInvalid = ({ status, json }) => status === 422 || (status === 400 && Array.isArray(member(json, 'detail')));
/** Whether a credential was refused, whichever status that has here. */
export const isDenied = (exchange) => [400, 401, 403].includes(exchange.status) && !isInvalid(exchange);
/** The items of a list in any of its forms. */
export function itemsIn({ json }) {
    const places = [json, member(json, 'items'), member(json, 'data'), at(json, ['data', 'items'])];
    return (places.find(Array.isArray) ?? []).filter(isObject);
}
