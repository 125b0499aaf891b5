import { type DeploymentOperation, deploymentOperations } from './operations.ts'

/** A family of the deployment: records that clients create, list, and refer to by id. */
export type DeploymentFamily = {
  readonly path: string
  readonly create: DeploymentOperation
  readonly list: DeploymentOperation
  readonly read: DeploymentOperation | undefined
  readonly change: DeploymentOperation | undefined
  readonly delete: DeploymentOperation | undefined
}

const named = (method: string, path: string) =>
  deploymentOperations.find((one) => one.method === method && one.path === path)

/** The path of one record in a list, such as `/api/skills/{skill_id}`. */
const itemPath = (path: string) =>
  deploymentOperations.find(
    (one) =>
      one.path.startsWith(`${path}/{`) &&
      !one.path.slice(path.length + 1).includes('/') &&
      one.method !== 'POST',
  )?.path

/** The families of the deployment. */
export const deploymentFamilies: readonly DeploymentFamily[] = deploymentOperations.flatMap(
  (create) => {
    const { path } = create
    const list = named('GET', path)
    const item = itemPath(path)
    if (create.method !== 'POST' || list === undefined || item === undefined) return []
    const change = named('PUT', item) ?? named('PATCH', item)
    return [{ path, create, list, read: named('GET', item), change, delete: named('DELETE', item) }]
  },
)
