import { leadsTo } from './kept-head.js';
/** Tells the name of each world that another page of the origin changed; gives what stops it. */
export function listenToPages(shelf, tell) {
    const page = globalThis;
    const tellOf = (concerns) => {
        for (const key of shelf.keys('world/')) {
            const world = key.slice('world/'.length);
            if (concerns(world))
                tell(world);
        }
    };
    const hear = ({ key, storageArea }) => {
        if (storageArea !== shelf.storage || key === null)
            return;
        const [room, log] = shelf.own(key)?.split('/') ?? [];
        if (room === 'world')
            tell(shelf.own(key)?.slice('world/'.length) ?? '');
        if (room === 'log')
            tellOf((world) => leadsTo(shelf.get(`world/${world}`))?.log === log);
    };
    // A page that comes back out of the cache of the browser heard nothing meanwhile.
    const returned = ({ persisted }) => {
        if (persisted)
            tellOf(() => true);
    };
    page.addEventListener?.('storage', hear);
    page.addEventListener?.('pageshow', returned);
    return () => {
        page.removeEventListener?.('storage', hear);
        page.removeEventListener?.('pageshow', returned);
    };
}
