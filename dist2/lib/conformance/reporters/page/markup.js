/** Writes HTML: what is inserted is escaped, unless it is markup itself. */
export const html = (texts, ...parts) => ({
    markup: texts.map((text, index) => text + rendered(parts[index] ?? '')).join(''),
});
/** Text that is our own and HTML already, such as a script. */
export const trusted = (markup) => ({ markup });
function rendered(part) {
    if (typeof part === 'string' || typeof part === 'number')
        return escape(String(part));
    return 'markup' in part ? part.markup : part.map(rendered).join('');
}
const entities = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
};
const escape = (text) => text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
