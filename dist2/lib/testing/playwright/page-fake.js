export function openPageFake(world, app) {
    async function signIn(first, second) {
        if (!isPlace(first))
            return await world.signIn(first);
        const session = await world.signIn(second);
        const context = 'context' in first ? first.context() : first;
        if (app.storeSession === undefined)
            await storeLocally(context, session, app.sessionKeys);
        else
            await app.storeSession(context, session);
        return session;
    }
    return { ...world, signIn };
}
const isPlace = (given) => typeof given === 'object' && given !== null && 'addInitScript' in given;
const usualKeys = { access_token: 'access_token', refresh_token: 'refresh_token' };
async function storeLocally(context, session, keys = usualKeys) {
    const values = Object.entries(keys).map(([field, key]) => {
        const value = session[field];
        return [key, typeof value === 'string' ? value : JSON.stringify(value)];
    });
    // Once for each origin: afterwards the session is the app's own to renew and to forget.
    const mark = ['understudy-signed-in', session.access_token];
    await context.addInitScript(`(() => {
    try {
      const [mark, id] = ${JSON.stringify(mark)}
      if (localStorage.getItem(mark) === id) return
      for (const [key, value] of ${JSON.stringify(values)}) localStorage.setItem(key, value)
      localStorage.setItem(mark, id)
    } catch { /* A page such as about:blank has no storage. */ }
  })()`);
}
