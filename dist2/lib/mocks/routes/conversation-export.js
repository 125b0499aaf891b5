const speakers = { user: 'You', assistant: 'Assistant' };
/** A conversation to read. */
export const toMarkdown = (conversation, messages) => {
    const head = `# ${titleOf(conversation)}\n\n*${dateOf(conversation.created_at)}*\n`;
    const spoken = messages.map(({ role, content, created_at }) => `\n## ${speakers[role]}, ${dateOf(created_at)}\n\n${content ?? ''}\n`);
    return {
        name: `${fileNameOf(conversation)}.md`,
        type: 'text/markdown; charset=utf-8',
        text: head + spoken.join(''),
    };
};
/** A conversation with its messages, for programs. */
export const toJson = (conversation, messages) => ({
    name: `${fileNameOf(conversation)}.json`,
    type: 'application/json',
    text: `${JSON.stringify({ ...conversation, messages }, null, 2)}\n`,
});
const titleOf = ({ title }) => title || 'Untitled conversation';
const dateOf = (moment) => `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`;
/** A name that every file system and header takes. */
function fileNameOf({ id, title }) {
    const words = title
        .normalize('NFKD')
        .replaceAll(/\p{Mark}/gu, '')
        .toLowerCase()
        .match(/[a-z0-9]+/g);
    return words?.join('-').slice(0, 60) ?? `conversation-${id.slice(0, 8)}`;
}
