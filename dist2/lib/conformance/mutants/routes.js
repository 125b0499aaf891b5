/** The four lists. */
export const lists = 'GET /api/me/api-keys | GET /api/conversations | GET /api/knowledge-bases | GET /api/agents';
/** What streams a live turn. */
export const turns = 'POST /api/react | POST /api/dag';
export const resume = 'POST /api/chat/resume';
export const login = 'POST /api/auth/login';
export const refresh = 'POST /api/auth/refresh';
/** Every operation on keys. */
export const keys = {
    create: 'POST /api/me/api-keys',
    list: 'GET /api/me/api-keys',
    switch: 'PATCH /api/me/api-keys/*/active',
    delete: 'DELETE /api/me/api-keys/*',
};
/** Every operation on conversations. */
export const conversations = {
    create: 'POST /api/conversations',
    list: 'GET /api/conversations',
    update: 'PATCH /api/conversations/*',
};
