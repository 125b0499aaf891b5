import { runVariable } from './run-document.ts'

/** The folder of the run that started this process; `undefined` without one, and in browsers. */
export const runFolder = (): string | undefined =>
  globalThis.process?.env?.[runVariable] || undefined

/**
 * Returns a function that appends a value as a line to a file, and returns the length of the line.
 * Each process writes to its own file.
 */
export function createLineWriter(
  folder: string,
  kind: 'calls' | 'results',
): (line: object) => number {
  const { appendFileSync } = process.getBuiltinModule('node:fs')
  const name = `${kind}-${process.pid}-${crypto.randomUUID().slice(0, 8)}.ndjson`
  return (line) => {
    const text = `${JSON.stringify(line)}\n`
    appendFileSync(`${folder}/${name}`, text)
    return text.length
  }
}

// oxlint-disable-next-line no-control-regex
const colourCodes = /\u001b\[[0-9;]*m/g

/** Removes the colours of a terminal. */
export const withoutColours = (text: string): string => text.replaceAll(colourCodes, '')

const maxMessage = 1000

/** The first lines of an error. */
export const shortMessage = (text: string | undefined): string =>
  withoutColours(text ?? '').slice(0, maxMessage)
