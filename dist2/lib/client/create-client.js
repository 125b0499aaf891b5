import { createCaller } from './caller.js';
import { accountOf } from './resources/me.js';
import { agentsOf } from './resources/agents.js';
import { confirmationsOf } from './resources/confirmations.js';
import { conversationsOf } from './resources/conversations.js';
import { keysOf } from './resources/keys.js';
import { knowledgeBasesOf } from './resources/knowledge-bases.js';
import { workflowsOf } from './resources/workflows.js';
import { createSessionKeeper } from './session.js';
import { createSignIn } from './sign-in.js';
import { createTurns } from './streams/turns.js';
import { createTransport } from './transport.js';
import { systemWall } from './wall.js';
/**
 * A client for the platform. Every call throws an `ApiError` where the platform refuses it, what
 * `fetch` throws where it can't be reached, and the reason of its `signal` where that aborts.
 */
export function createClient(options) {
    const { baseUrl, apiKey, session: kept, onSession, headers = {} } = options;
    const { wall = systemWall, backoff = [300, 1000, 3000] } = options;
    // Looked up at each call: whoever mocks the network replaces it.
    const { fetch = (url, init) => globalThis.fetch(url, init) } = options;
    const transport = createTransport({ baseUrl, fetch, headers, wall });
    const signIn = createSignIn(transport, wall);
    const { refresh } = signIn;
    const session = createSessionKeeper({ session: kept, onSession, refresh, wall });
    const caller = createCaller(transport, session, apiKey);
    const turns = createTurns(caller, { backoff, wall });
    const { request } = caller;
    const begin = (outcome) => {
        if (outcome.status === 'signed-in')
            session.adopt(outcome.session);
        return outcome;
    };
    return {
        /** Who is signed in; `undefined` with a key, or before a login. */
        get session() {
            return session.current;
        },
        /** Takes another session, such as one that another tab renewed; `onSession` is not told. */
        adoptSession: (other) => session.use(other),
        /** Signs in, or asks for a second factor. Throws an `ApiError` of 401 for a wrong password. */
        login: async (credentials, { signal } = {}) => begin(await signIn.login(credentials, signal)),
        /** Signs in with the code that `login` asked for. */
        answerSecondFactor: async (answer, { signal } = {}) => begin(await signIn.verify(answer, signal)),
        /** Forgets the session; with `everywhere` the platform ends all those of the user, too. */
        logout: async ({ everywhere = false } = {}) => {
            try {
                if (everywhere)
                    await request('POST', '/api/me/sessions/revoke-all');
            }
            finally {
                session.adopt(undefined);
            }
        },
        /** Asks an agent by the ReAct loop: `for await (const event of client.react({ q })) …`. */
        react: (question, turn) => turns.ask('react', question, turn),
        /** Asks an agent that plans first. */
        dag: (question, turn) => turns.ask('dag', question, turn),
        /** Asks an agent and lets a fast model choose the way; `routing` tells which. */
        auto: (question, turn) => turns.ask('auto', question, turn),
        /** The newest turn of a conversation behind a cursor; all of it unless one is given. */
        resume: (conversationId, cursor, turn) => turns.resume(conversationId, cursor, turn),
        /** Gives a text to the turn that runs in a conversation. Throws 404 where none does. */
        inject: (conversation_id, content, call) => request('POST', '/api/chat/inject', {
            ...call,
            body: { conversation_id, content },
        }),
        /** Takes an injected text back; false where the turn had taken it up. */
        recall: async (conversation_id, inject_id, call) => {
            const body = { conversation_id, inject_id };
            const path = '/api/chat/inject/recall';
            return (await request('POST', path, { ...call, body })).success;
        },
        conversations: conversationsOf(caller),
        agents: agentsOf(caller),
        knowledgeBases: knowledgeBasesOf(caller),
        keys: keysOf(caller),
        me: accountOf(caller),
        confirmations: confirmationsOf(caller),
        workflows: workflowsOf(caller),
        /** Any other operation, such as `request('GET', '/api/version')`. */
        request: (method, path, call) => request(method, path, call),
    };
}
