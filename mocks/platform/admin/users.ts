import { newRecords } from '../../../contract/new-records.ts'
import type { userAdminOperations } from '../../../contract/operations/admin-users.ts'
import type { AdministeredUser } from '../../../contract/records/administration.ts'
import type { StoredUser } from '../../../contract/records/user.ts'
import { ApiError } from '../../world/api-error.ts'
import { type Store, userWithEmail } from '../../world/store.ts'
import type { World } from '../../world/world.ts'
import { paginate } from '../paginate.ts'
import type { RequestContext, Routes } from '../request-context.ts'
import { setQuota, tokensUsed } from '../settings.ts'
import { deleteUser } from './user-records.ts'

export const adminUserRoutes: Routes<typeof userAdminOperations> = {
  'admin.users.list': (context) => {
    const { world, query } = context
    const search = (query.q ?? '').toLowerCase()
    const users = world.store.users.select({
      order: 'oldest',
      name: `has ${search}`,
      test: (user) => matchesSearch(user, search),
    })
    return paginate(context, users, (user) => userView(world, user))
  },
  'admin.users.create': ({ world, body }) => {
    const { email, password, username, display_name, is_admin } = body
    refuseTakenEmail(world.store, email)
    const user = world.store.users.insert({
      id: world.random.id('user', email),
      email,
      password,
      username: username ?? email.replace(/@.*/, ''),
      ...newRecords.users,
      display_name: display_name ?? null,
      is_admin: is_admin ?? false,
      created_at: world.clock.iso(),
    })
    return userView(world, user)
  },
  'admin.users.update': (context) => {
    const { world, resource: user } = context
    const { email, username, display_name } = context.body
    if (typeof email === 'string' && email !== user.email) refuseTakenEmail(world.store, email)
    return updateUser(context, {
      email: email ?? user.email,
      username: username ?? user.username,
      display_name: display_name ?? user.display_name,
    })
  },
  'admin.users.set-active': (context) => {
    const { is_active } = context.body
    if (!is_active) refuseOwnAccount(context, 'disable')
    return updateUser(context, { is_restricted: !is_active })
  },
  'admin.users.set-admin': (context) => {
    const { is_admin } = context.body
    if (!is_admin) refuseOwnAccount(context, 'demote')
    return updateUser(context, { is_admin })
  },
  'admin.users.set-quota': ({ world, body, resource }) =>
    userView(world, setQuota(world, resource, body.token_quota)),
  'admin.users.reset-password': (context) => {
    context.world.sessions.end(context.resource.id)
    return updateUser(context, { password: context.body.new_password, has_password: true })
  },
  'admin.users.force-logout': ({ world, resource }) => {
    world.sessions.end(resource.id)
    return { logged_out: 1 }
  },
  'admin.users.delete': (context) => {
    refuseOwnAccount(context, 'delete')
    const { id } = context.resource
    deleteUser(context.world, id)
    return { deleted: id }
  },
}

const matchesSearch = ({ email, username, display_name }: StoredUser, search: string): boolean =>
  [email, username, display_name].some((text) => text?.toLowerCase().includes(search))

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

type UserContext = RequestContext & { readonly resource: StoredUser }

const updateUser = (
  { world, resource }: UserContext,
  changes: Partial<StoredUser>,
): AdministeredUser => userView(world, world.store.users.update(resource, changes))

function refuseTakenEmail(store: Store, email: string): void {
  if (userWithEmail(store, email) !== undefined)
    throw new ApiError('state-conflict', `A user with the address ${email} already exists.`)
}

/** Throws if the caller would disable, demote or delete their own account. */
function refuseOwnAccount({ caller, resource }: UserContext, action: string): void {
  if (resource.id === caller.user.id)
    throw new ApiError('request-senseless', `You cannot ${action} your own account.`)
}
