import { type ContractKind, kindProperties } from '../../../contract/kinds.ts'
import { ApiError, missingText } from '../../world/api-error.ts'
import { ownRecordKey } from '../own-records/own-index.ts'

/** Creates the 404 error for a record of the contract. A `code` replaces the usual error code. */
export function missingContractRecord(
  kind: ContractKind,
  id: string,
  code?: string | null | undefined,
): ApiError {
  const { resource, name, missing } = kindProperties(kind)
  const text =
    resource === undefined ? missingText('record', id, ` in \`${kind}\``) : missingText(name, id)
  return new ApiError(missing ?? 'resource-missing', text, {
    ...(resource !== undefined && { resource }),
    ...(code !== undefined && { code }),
  })
}

/** Creates the 404 error for a missing record of a family. */
export const missingOwnRecord = (
  name: string,
  id: string,
  code: string | null | undefined,
): ApiError =>
  new ApiError('resource-missing', missingText('record', id, ` in \`${name}\``), {
    place: { table: 'own-records', key: ownRecordKey(name, id) },
    ...(code !== undefined && { code }),
  })
