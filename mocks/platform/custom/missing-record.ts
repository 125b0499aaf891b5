import { resourceKinds } from '../../../contract/operations/operation.ts'
import {
  type ContractKind,
  contractKinds,
  type KindOfContract,
} from '../../../contract/profile/record-kinds.ts'
import { ApiError } from '../../world/api-error.ts'
import { keyOf } from './own-index.ts'

/** The 404 of a record of the contract. `code` is the code that a family names. */
export function missingContractRecord(
  kind: ContractKind,
  id: string,
  code?: string | null | undefined,
): ApiError {
  const { resource, missing }: KindOfContract = contractKinds[kind]
  const name = resource === undefined ? `record in \`${kind}\`` : resourceKinds[resource].name
  return new ApiError(missing ?? 'resource-missing', `There is no ${name} \`${id}\`.`, {
    ...(resource !== undefined && { resource }),
    ...(code !== undefined && { code }),
  })
}

/** The 404 of a record of a family. */
export const missingOwnRecord = (
  name: string,
  id: string,
  code: string | null | undefined,
): ApiError =>
  new ApiError('resource-missing', `There is no record \`${id}\` in \`${name}\`.`, {
    place: { table: 'own-records', key: keyOf(name, id) },
    ...(code !== undefined && { code }),
  })
