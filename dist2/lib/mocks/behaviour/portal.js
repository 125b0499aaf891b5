/** What differs about what web clients ask besides. */
export const compilePortal = (choose) => ({
    version: choose.value('versioning.published', {
        '0.8.0': () => '0.8.0',
        '0.8.9': () => '0.8.9',
        release: String,
    }),
    /** Whether revoking sessions ends refresh tokens, too. */
    revokesRefreshTokens: choose('sessions.revocation', { access: false, all: true }),
    /** Whether a knowledge base answers to nobody but its owner. */
    ownersRetrieve: choose('knowledge-bases.retrieval-reach', { visible: false, owner: true }),
});
