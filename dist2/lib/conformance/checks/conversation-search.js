import { each, isAccepted, must, skip } from '../must.js';
import { goodList, lists, readList } from '../setup/lists.js';
const candidates = ['q', 'search', 'query', 'keyword', 'title', 'filter', 'name', 'text'];
const search = (lab, name, text) => readList(lab, lists.conversations, `?${name}=${text}`);
/**
 * The name of the parameter that takes 1 to 200 characters. Unknown parameters are ignored, so the
 * one that refuses 201 characters is the name; one that refuses every text has values of its own.
 */
export const searchParameter = (lab) => lab.once('the search parameter', async () => {
    await goodList(lab, 'conversations');
    for (const name of candidates) {
        const { status } = await search(lab, name, 'x'.repeat(201));
        const isRefused = status === 422 || status === 400;
        if (isRefused && (await takesText(lab, name)))
            return name;
    }
    return undefined;
});
async function takesText(lab, name) {
    const replies = [await search(lab, name, 'x'), await search(lab, name, 'x'.repeat(200))];
    return replies.some(isAccepted);
}
const smoke = { plan: 'smoke', needs: ['user'] };
const parameter = async (lab) => (await searchParameter(lab)) ?? skip('no parameter that refuses 201 characters was found');
/** The further parameter of the conversation list (4.3, 8), whose name is not shown. */
export const conversationSearchChecks = [
    {
        ...smoke,
        id: 'conversations.search-parameter',
        level: 'observe',
        rule: 'conversations.search',
        run: async (lab) => ({ name: (await searchParameter(lab)) ?? null }),
    },
    {
        ...smoke,
        id: 'conversations.search-takes-1-to-200-characters',
        level: 'must',
        rule: 'conversations.search',
        run: async (lab) => {
            const name = await parameter(lab);
            await each([1, 200], async (length) => {
                must.status(await search(lab, name, 'x'.repeat(length)), 200);
            });
        },
    },
    {
        ...smoke,
        id: 'conversations.search-refuses-0-and-201-characters',
        level: 'must',
        rule: 'conversations.search',
        sees: ['errors.validation-status'],
        run: async (lab) => {
            const name = await parameter(lab);
            await each([0, 201], async (length) => {
                must.status(await search(lab, name, 'x'.repeat(length)), 422);
            });
        },
    },
];
