import { adminInputs } from '../../contract/operations/admin.ts'
import { adminFigureRoutes, adminPlatformRoutes } from '../platform/admin/platform.ts'
import { adminResourceRoutes } from '../platform/admin/resources.ts'
import { adminUserRoutes } from '../platform/admin/users.ts'
import { createRoom } from './room.ts'

const routes = {
  ...adminFigureRoutes,
  ...adminPlatformRoutes,
  ...adminResourceRoutes,
  ...adminUserRoutes,
}

/** What administrators alone may call. */
export const room = createRoom(routes, () => adminInputs)
