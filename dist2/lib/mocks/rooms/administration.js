import { adminInputs } from '../../contract/inputs/admin.js';
import { adminFigureRoutes } from '../routes/admin/figures.js';
import { adminPlatformRoutes } from '../routes/admin/platform.js';
import { adminResourceRoutes } from '../routes/admin/resources.js';
import { adminUserRoutes } from '../routes/admin/users.js';
import { createRoom } from './room.js';
const routes = {
    ...adminFigureRoutes,
    ...adminPlatformRoutes,
    ...adminResourceRoutes,
    ...adminUserRoutes,
};
/** What administrators alone may call. */
export const room = createRoom(routes, () => adminInputs);
