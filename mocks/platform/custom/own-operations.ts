import type { Families } from '../../../contract/profile/own-operations.ts'
import type { MatchesPattern } from '../../../contract/profile/shape-problems.ts'
import { actionOperation } from './own-action.ts'
import { collectionOperations } from './own-collection.ts'
import { documentOperations } from './own-document.ts'
import { fileOperations } from './own-files.ts'
import type { OwnOperation } from './own-row.ts'
import { streamOperation } from './own-stream.ts'

/** The operations of the families of a profile. */
export const ownOperations = (families: Families, matches: MatchesPattern): OwnOperation[] =>
  Object.entries(families).flatMap(([name, family]) => {
    switch (family.kind) {
      case 'collection':
        return collectionOperations(name, family, families, matches)
      case 'document':
        return documentOperations(name, family, families, matches)
      case 'action':
        return [actionOperation(name, family, families, matches)]
      case 'files':
        return fileOperations(name, family, families, matches)
      case 'stream':
        return [streamOperation(name, family, matches)]
    }
  })
