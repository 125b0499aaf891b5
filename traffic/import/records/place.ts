import { findOperation } from '../../../contract/operations/operation-index.ts'
import { decodeSegment } from '../../../contract/operations/path-table.ts'
import { operations } from '../../../contract/operations.ts'
import { isIdLike } from '../../replay/id-map.ts'
import { kindNamed, type PlaceKind } from './kinds.ts'

/** What the path of a request is about. */
export type Place = {
  readonly kind: PlaceKind
  /** The id after the kind. */
  readonly id: string | undefined
  /** The id of the record that it belongs to, such as the knowledge base of a document. */
  readonly parent: string | undefined
  /** The word after it, such as `fork` or `batch`. */
  readonly action: string | undefined
  /** Whether it is a view for administrators, which often has other fields. */
  readonly isAdmin: boolean
  /** Whether it is an operation of the contract that shows whole records. */
  readonly isWhole: boolean
}

/** Finds the last kind of records that a path names; `undefined` if it names none. */
export function placeOf(method: string, path: string): Place | undefined {
  const parts = path.split('/').map(decodeSegment)
  const operation = findOperation(method, path)
  const template = operation === undefined ? [] : operations[operation].path.split('/')
  const isId = (at: number) => {
    const part = parts[at] ?? ''
    return template[at]?.startsWith('{') === true || isIdLike(part) || /^\d+$/.test(part)
  }
  let found: Place | undefined
  for (const [at, part] of parts.entries()) {
    const kind = kindNamed(part, found?.kind)
    if (kind === undefined || isId(at)) continue
    const id = isId(at + 1) ? parts[at + 1] : undefined
    found = {
      kind,
      id,
      parent: found?.id,
      action: parts[at + (id === undefined ? 1 : 2)] || undefined,
      isAdmin: parts.includes('admin'),
      isWhole: operation !== undefined && (!parts.includes('admin') || kind === 'audit_log'),
    }
  }
  return found
}
