/** Leads the calls of an app into a world. They go over the network, so that streams stay streams. */
export async function leadApp(context, { url, headers }, { calls, proxied = false }) {
    if (calls === undefined)
        return;
    const alongProxy = (route) => route.continue({ headers: { ...route.request().headers(), ...headers } });
    const straight = (route) => {
        const { pathname, search } = new URL(route.request().url());
        return route.continue({ url: url + pathname + search });
    };
    await context.route(calls, proxied ? alongProxy : straight);
}
