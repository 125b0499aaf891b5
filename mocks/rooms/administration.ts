import { adminOperations } from '../../contract/operations/admin.ts'
import { userAdminOperations } from '../../contract/operations/admin-users.ts'
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
export const room = createRoom(routes, () => ({ ...userAdminOperations, ...adminOperations }))
