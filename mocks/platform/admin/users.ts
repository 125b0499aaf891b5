import type * as z from 'zod/mini'
import {
  activeBody,
  adminBody,
  createUserBody,
  quotaBody,
  resetPasswordBody,
  updateUserBody,
  type usersQuery,
} from '../../../contract/operations/admin-users.ts'
import type { AdministeredUser } from '../../../contract/records/administration.ts'
import type { StoredUser } from '../../../contract/records/user.ts'
import { ApiError } from '../../world/api-error.ts'
import type { RequestContext } from '../request-context.ts'
import { deleteUser, createUser } from './user-records.ts'
import { setQuota, tokensUsed } from '../settings.ts'
import { everyone } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { paginate } from '../paginate.ts'
import type { Route } from '../route.ts'

export const adminUserRoutes = {
  'admin.users.list': (visit) => {
    const { q = '' } = visit.query as z.infer<typeof usersQuery>
    const users = allUsers(visit).filter((user) => matchesSearch(user, q.toLowerCase()))
    return paginate(visit, users.length, (from, count) =>
      users.slice(from, from + count).map((user) => userView(visit.world, user)),
    )
  },
  'admin.users.create': (visit) => {
    const { email, password, ...given } = visit.bodyAs(createUserBody)
    refuseTakenEmail(visit, email)
    return userView(visit.world, createUser(visit.world, email, password, given))
  },
  'admin.users.update': (visit) => {
    const { email, username, display_name } = visit.bodyAs(updateUserBody)
    const user = visit.resourceAs('user')
    if (typeof email === 'string' && email !== user.email) refuseTakenEmail(visit, email)
    return updateUser(visit, {
      email: email ?? user.email,
      username: username ?? user.username,
      display_name: display_name ?? user.display_name,
    })
  },
  'admin.users.set-active': (visit) => {
    const { is_active } = visit.bodyAs(activeBody)
    if (!is_active) refuseOwnAccount(visit, 'disable')
    return updateUser(visit, { is_restricted: !is_active })
  },
  'admin.users.set-admin': (visit) => {
    const { is_admin } = visit.bodyAs(adminBody)
    if (!is_admin) refuseOwnAccount(visit, 'demote')
    return updateUser(visit, { is_admin })
  },
  'admin.users.set-quota': (visit) => {
    const { token_quota } = visit.bodyAs(quotaBody)
    return userView(visit.world, setQuota(visit.world, visit.resourceAs('user'), token_quota))
  },
  'admin.users.reset-password': (visit) => {
    const { new_password: password } = visit.bodyAs(resetPasswordBody)
    visit.world.sessions.end(visit.resourceAs('user').id)
    return updateUser(visit, { password, has_password: true })
  },
  'admin.users.force-logout': (visit) => {
    visit.world.sessions.end(visit.resourceAs('user').id)
    return { logged_out: 1 }
  },
  'admin.force-logout-all': (visit) => {
    const others = allUsers(visit).filter(({ id }) => id !== visit.caller.user.id)
    for (const { id } of others) visit.world.sessions.end(id)
    return { logged_out: others.length }
  },
  'admin.users.delete': (visit) => {
    refuseOwnAccount(visit, 'delete')
    const { id } = visit.resourceAs('user')
    deleteUser(visit.world.store, id)
    return { deleted: id }
  },
} satisfies Record<string, Route>

const allUsers = ({ world }: RequestContext) => world.store.users.owned(everyone, 'oldest')

const matchesSearch = ({ email, username, display_name }: StoredUser, wanted: string): boolean =>
  [email, username, display_name].some((text) => text?.toLowerCase().includes(wanted))

/** A user without what is theirs alone. */
const userView = (world: World, user: StoredUser): AdministeredUser => ({
  id: user.id,
  username: user.username,
  display_name: user.display_name,
  email: user.email,
  is_admin: user.is_admin,
  is_active: !user.is_restricted,
  token_quota: user.token_quota,
  tokens_used: tokensUsed(world, user),
  created_at: user.created_at,
})

const updateUser = (visit: RequestContext, change: Partial<StoredUser>): AdministeredUser =>
  userView(visit.world, visit.world.store.users.update(visit.resourceAs('user'), change))

function refuseTakenEmail(visit: RequestContext, email: string): void {
  if (allUsers(visit).some((user) => user.email === email))
    throw new ApiError('state-conflict', `There is a user with the address ${email} already.`)
}

/** An administrator who locked themselves out could not undo it. */
function refuseOwnAccount(visit: RequestContext, what: string): void {
  if (visit.resourceAs('user').id === visit.caller.user.id)
    throw new ApiError('request-senseless', `You cannot ${what} your own account.`)
}
