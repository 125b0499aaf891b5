import type {
  StoredDocument,
  StoredKnowledgeBase,
} from '../../../contract/records/knowledge-base.ts'

/** A paragraph, its heading without `#`, and the indices of the chunks that contain it. */
export type Paragraph = {
  readonly heading: string
  readonly text: string
  readonly chunks: readonly number[]
}

/** The maximum length, in characters, of a paragraph that is joined from several chunks. */
const maxParagraphLength = 900

/** Returns the paragraphs of some chunks, with their headings. A split paragraph is joined. */
export function paragraphsOf(
  base: StoredKnowledgeBase,
  chunks: StoredDocument['chunks'],
  from = 0,
  to = chunks.length,
): Paragraph[] {
  let heading =
    headingsIn(chunks.slice(0, Math.max(0, from)).map(({ content }) => content)).at(-1) ?? ''
  const paragraphs: Paragraph[] = []
  for (const [index, { content }] of chunks.entries()) {
    if (index < from || index > to) continue
    for (const [place, part] of content.split(/\n\s*\n/).entries()) {
      heading = headingsIn([part]).at(-1) ?? heading
      const text = withoutHeadings(part)
      const last = paragraphs.at(-1)
      const continues = place === 0 && text === part.trim() && base.chunk_overlap === 0
      if (continues && last !== undefined && canJoin(last.text, text))
        paragraphs.splice(-1, 1, {
          heading: last.heading,
          text: `${last.text} ${text}`,
          chunks: [...last.chunks, index],
        })
      else if (text !== '') paragraphs.push({ heading, text, chunks: [index] })
    }
  }
  return paragraphs
}

const canJoin = (before: string, after: string) =>
  before.length + after.length < maxParagraphLength && !/^[|*-]/m.test(`${before}\n${after}`)

const headingsIn = (texts: readonly string[]) =>
  texts.flatMap((text) => (text.match(/^#+ .*$/gm) ?? []).map((line) => line.replace(/^#+ /, '')))

export const withoutHeadings = (text: string) => text.replace(/^#+ .*\n?/gm, '').trim()
