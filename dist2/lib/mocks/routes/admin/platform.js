import { settingsBody } from '../../../contract/bodies/admin.js';
import { changeSettings, settingsOf, settingsView } from '../../state/settings.js';
import { everyone } from '../../state/store.js';
import { paginateArray } from '../paginate.js';
/** The platform itself: its settings, its health, and what was done to it. */
export const adminPlatformRoutes = {
    'admin.settings.read': ({ world }) => settingsView(world.store),
    'admin.settings.update': (visit) => {
        const given = Object.entries(visit.bodyAs(settingsBody));
        const change = Object.fromEntries(given.filter(([, value]) => value !== null && value !== undefined));
        return changeSettings(visit.world.store, change);
    },
    'admin.audit-log': (visit) => {
        const { action, actor_id } = visit.query;
        const entries = visit.world.store.auditLog
            .owned(everyone, 'newest')
            .filter((entry) => action === undefined || entry.action === action)
            .filter((entry) => actor_id === undefined || entry.actor_id === actor_id);
        return paginateArray(visit, entries);
    },
    'admin.health': (visit) => paginateArray(visit, healthOf(visit.world)),
};
function healthOf({ store, clock }) {
    const inMaintenance = settingsOf(store).maintenance_mode;
    const component = (name, detail) => ({
        name,
        status: 'healthy',
        detail,
        checked_at: clock.iso(),
    });
    return [
        {
            ...component('api', inMaintenance ? 'under maintenance' : 'answering'),
            status: inMaintenance ? 'maintenance' : 'healthy',
        },
        component('database', `${store.conversations.size} conversations`),
        component('retrieval', `${store.documents.size} documents`),
    ];
}
