import { toAnnotations } from '../../conformance/reporters/annotations.ts'
import { toHtml, toMarkdown } from '../../conformance/reporters/documents.ts'
import { toJunit } from '../../conformance/reporters/junit.ts'
import type { BaselineOutcome } from './baseline.ts'

export const fileFormats = ['json', 'junit', 'markdown', 'html'] as const

/** Returns a renderer for each format. JSON has all failures; other formats omit known ones. */
export const renderersOf = (
  { shown, comparison }: Pick<BaselineOutcome, 'shown' | 'comparison'>,
  json: string,
  strict: boolean,
) => ({
  json: () => json,
  junit: () => toJunit(shown, strict, comparison),
  markdown: () => toMarkdown(shown, strict, comparison),
  html: () => toHtml(shown, strict, comparison),
  github: () => toAnnotations(shown, strict, comparison),
})
