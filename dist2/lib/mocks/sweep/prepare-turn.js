const baseUrl = 'http://localhost';
/** Signs in and makes a conversation; the question itself is for the client to ask. */
export async function prepareTurn(fetch, { q, mode = 'react', agent_id, email, password }) {
    const post = async (path, body, token) => {
        const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
        const response = await fetch(baseUrl + path, {
            method: 'POST',
            headers: { 'content-type': 'application/json', ...authorization },
            body: JSON.stringify(body),
        });
        if (!response.ok)
            throw new Error(`Failed to prepare a turn: POST ${path} gave ${await response.text()}.`);
        return (await response.json());
    };
    const { access_token: token } = await post('/api/auth/login', {
        email: email ?? 'demo@example.com',
        password: password ?? 'demo-password',
    });
    const agent = agent_id === undefined ? {} : { agent_id };
    const made = await post('/api/conversations', agent, token);
    const conversation_id = made.data.id;
    const body = { q, conversation_id, token, ...agent };
    return { baseUrl, fetch, token, path: `/api/${mode}`, body, conversation_id };
}
