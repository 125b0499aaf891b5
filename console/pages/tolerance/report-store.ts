import { signal } from '@preact/signals'
import type { ToleranceReport } from '../../../contract/tolerance-report.ts'
import { readStored, writeStored } from '../../app/browser-storage.ts'
import { readReport } from './read-report.ts'

/** A report with the name of its file. */
export type OpenReport = { readonly name: string; readonly report: ToleranceReport }

/** The report of the page; it stays while other pages are shown. */
export const openReport = signal<OpenReport | undefined>(readStoredReport())

/** Why the last file was not opened. */
export const openProblem = signal<string>()

/** Bytes of the largest file that is read: above, a browser would hang. */
const maxBytes = 50_000_000

/** Opens a file of the user, and stores it for a reload of the page if the browser has room. */
export async function openFile(file: File): Promise<void> {
  if (file.size > maxBytes) {
    openProblem.value = `${file.name} has ${Math.round(file.size / 1_000_000)} MB. A report may have at most 50 MB.`
    return
  }
  try {
    openText(file.name, await file.text())
  } catch (error) {
    openProblem.value = `${file.name} could not be read: ${(error as Error).message}`
  }
}

/** Opens the example that comes with the console. */
export async function openExample(): Promise<void> {
  const { default: report } = await import('./example/report.json')
  openText('the example', JSON.stringify(report))
}

export function closeReport(): void {
  openReport.value = undefined
  writeStored('tolerance', undefined)
}

function openText(name: string, text: string): void {
  const read = readReport(text)
  openProblem.value = 'problem' in read ? `${name}: ${read.problem}` : undefined
  if ('problem' in read) return
  openReport.value = { name, report: read.report }
  writeStored('tolerance', `${name}\n${text}`)
}

function readStoredReport(): OpenReport | undefined {
  const [name = '', ...lines] = readStored('tolerance')?.split('\n') ?? []
  const read = readReport(lines.join('\n'))
  return 'problem' in read ? undefined : { name, report: read.report }
}
