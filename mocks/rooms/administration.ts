import { adminInputs } from '../../contract/operations/admin.ts'
import { adminFigureRoutes } from '../routes/admin/figures.ts'
import { adminPlatformRoutes } from '../routes/admin/platform.ts'
import { adminResourceRoutes } from '../routes/admin/resources.ts'
import { adminUserRoutes } from '../routes/admin/users.ts'
import { createRoom } from './room.ts'

const routes = {
  ...adminFigureRoutes,
  ...adminPlatformRoutes,
  ...adminResourceRoutes,
  ...adminUserRoutes,
}

/** What administrators alone may call. */
export const room = createRoom(routes, () => adminInputs)
