/** A list as it is now; whoever changes it drops this. */
export function listedOf(list) {
    return {
        length: list.length,
        slice(from, count) {
            const entries = Array.isArray(list) ? list.slice(from, from + count) : list.slice(from, count);
            return entries.map(({ record }) => record);
        },
    };
}
/** The key of an owner's list in an order. */
export const listKey = (order, owner) => `${order}\n${owner}`;
