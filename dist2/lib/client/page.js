import { isObject } from './json.js';
/** The list that stands at a path. */
export function listAt({ request }, path) {
    const read = async (query = {}, options) => pageIn(await request('GET', path, { ...options, query }), query);
    return {
        async list(query, options) {
            const { isLast: _isLast, ...page } = await read(query, options);
            return page;
        },
        async *all(query, options) {
            const seen = new Set();
            for (let page = 1;; page++) {
                const { items, isLast } = await read({ size: largestPage, ...query, page }, options);
                const fresh = items.filter(({ id }) => !seen.has(id));
                for (const { id } of fresh)
                    seen.add(id);
                yield* fresh;
                // Where nothing is new, the deployment does not turn pages.
                if (isLast || fresh.length === 0)
                    return;
            }
        },
    };
}
const largestPage = 100;
/** The page in an answer: that of the specification, its `items` alone, or an array and no more. */
function pageIn(answer, { page: asked = 1, size: wanted }) {
    const told = isObject(answer) ? answer : { items: answer };
    const items = Array.isArray(told['items']) ? told['items'] : [];
    const numberOf = (field, otherwise) => typeof told[field] === 'number' ? told[field] : otherwise;
    const page = numberOf('page', asked);
    const pages = numberOf('pages', page);
    return {
        items,
        total: numberOf('total', items.length),
        page,
        size: numberOf('size', wanted ?? items.length),
        pages,
        isLast: items.length === 0 || ('pages' in told ? page >= pages : items.length !== wanted),
    };
}
