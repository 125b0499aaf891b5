const itemsText = (page, toText) => `[${page.items.map(toText).join(',')}]`;
/** The paginated envelope of the spec (2.2). */
export const createPageText = (pagesWhenEmpty) => (page, toText) => {
    const pages = page.total === 0 ? pagesWhenEmpty : Math.ceil(page.total / page.size);
    return `{"items":${itemsText(page, toText)},"total":${page.total},"page":${page.page},"size":${page.size},"pages":${pages}}`;
};
export const itemsOnly = (page, toText) => `{"items":${itemsText(page, toText)}}`;
export const wrappedPage = (inner) => (page, toText) => `{"success":true,"data":${inner(page, toText)}}`;
export const itemsAlone = itemsText;
export const enveloped = (envelope) => (page, toText) => envelope(itemsText(page, toText));
export const plainEnvelope = (data) => `{"success":true,"data":${data}}`;
export const envelopeWithNullError = (data) => `{"success":true,"data":${data},"error":null}`;
export const flatKey = (record, value) => `${record.slice(0, -1)},"key":${JSON.stringify(value)}}`;
export const wrappedKey = (record, value, envelope) => envelope(`{"record":${record},"secret":${JSON.stringify(value)}}`);
export const nestedKey = (record, value) => `{"api_key":${record},"plain":${JSON.stringify(value)}}`;
/** The record of a new key with every field, or without what a new key cannot tell yet. */
export const wholeKeyRecord = (record) => record;
export function partialKeyRecord(record) {
    const untold = new Set(['is_active', 'last_used_at', 'total_requests']);
    return Object.fromEntries(Object.entries(record).filter(([field]) => !untold.has(field)));
}
