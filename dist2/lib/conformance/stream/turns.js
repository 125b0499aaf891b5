import { isAccepted } from '../must.js';
import { conversation } from '../setup/conversations.js';
import { bearer } from '../setup/credentials.js';
import { readStream } from './stream.js';
/** Short and neutral: what it costs is not known, and words of an answer are never judged. */
export const question = 'What can you help me with?';
/** A question that an agent with tools looks up. */
export const lookUp = 'What do our documents say about annual leave?';
/** The one shared ReAct turn, on a fresh conversation, its credential in the body alone. */
export const reactTurn = (lab) => lab.once('the react turn', async () => runTurn(lab, {
    path: '/api/react',
    conversationId: await conversation(lab, 'react'),
    credential: 'body',
}));
/** The one shared DAG turn, on a fresh conversation, its credential in the body alone. */
export const dagTurn = (lab) => lab.once('the dag turn', async () => runTurn(lab, {
    path: '/api/dag',
    conversationId: await conversation(lab, 'dag'),
    credential: 'body',
}));
/**
 * Runs a turn. Where the credential is refused in the wanted place, it is sent in both, so that
 * one broken rule about credentials does not hide all the others.
 */
export async function runTurn(lab, options) {
    const { path, conversationId, credential, query = question, until } = options;
    const secret = await bearer(lab);
    const ask = { method: 'POST', path, body: { q: query, conversation_id: conversationId } };
    const inBody = { ...ask, body: { ...ask.body, token: secret } };
    const wanted = credential === 'body' ? inBody : { ...ask, bearer: secret };
    const asked = await lab.stream(wanted, until);
    const exchange = isAccepted(asked)
        ? asked
        : await lab.stream({ ...inBody, bearer: secret }, until);
    return { conversationId, asked, stream: readStream(`POST ${path}`, true, exchange) };
}
