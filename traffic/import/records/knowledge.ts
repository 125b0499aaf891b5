import type { Callers } from './callers.ts'
import type { FurtherParts } from './further-parts.ts'
import type { RecordStore, Reference } from './record-store.ts'
import type { DocumentTexts } from './texts.ts'

/** Everything that an import learned about records. */
export type Knowledge = {
  readonly store: RecordStore
  readonly callers: Callers
  readonly texts: DocumentTexts
  readonly further: FurtherParts
  /** Values that the contract does not allow, once for each field: `workflows.status is "active"`. */
  readonly misfits: Set<string>
  /** The records that requests name, by kind and id. */
  readonly referred: Map<string, Reference & { readonly caller: string }>
  /** The time of the newest exchange, in milliseconds since 1970. */
  latest: number
}
