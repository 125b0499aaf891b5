/** The paths of the control API, with the world that one names and what follows. */
export const controlPath = /^(?:\/w\/([^/]+))?\/__control(\/.*)?$/;
/** Whether a call is for the control API. */
export const asksForControl = ({ path }) => path.includes('/__control') && controlPath.test(path);
/** Whether such a call asks if a fake is there, as whoever waits for one does first of all. */
export const asksForHealth = ({ method, path }) => method === 'GET' && controlPath.exec(path)?.[2] === '/health';
/** Anyone may know: it tells nothing of what is played. */
export const healthy = {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: '{"status":"ok"}',
};
