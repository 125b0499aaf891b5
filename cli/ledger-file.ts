import {
  LedgerError,
  openLedger as open,
  type LedgerFile,
} from '../conformance/runner/ledger-file.ts'
import { UsageError } from './usage.ts'

/** Opens the ledger of a target as the library does; throws `UsageError` for a file that can be none. */
export function openLedger(baseUrl: string, file?: string): LedgerFile {
  try {
    return open(baseUrl, file)
  } catch (error) {
    if (error instanceof LedgerError) throw new UsageError(error.message)
    throw error
  }
}
