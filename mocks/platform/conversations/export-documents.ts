import { storedZip } from './stored-zip.ts'

/** A conversation as text, for exports that people read. */
export type ExportedText = {
  readonly title: string
  /** The messages, oldest first, each with its author and its time. */
  readonly sections: readonly { readonly heading: string; readonly text: string }[]
}

const escapeXml = (text: string): string =>
  text
    // XML has no control characters besides these, and no half of a surrogate pair.
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const packageUrl = 'http://schemas.openxmlformats.org/package/2006'
const officeUrl =
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
const wordUrl = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** A Word document with one paragraph for each line: the least that word processors open. */
export function toDocx({ title, sections }: ExportedText): Uint8Array {
  const paragraph = (text: string, style = '') =>
    `<w:p><w:r>${style}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`
  const bold = '<w:rPr><w:b/></w:rPr>'
  const paragraphs = sections.flatMap(({ heading, text }) => [
    paragraph(heading, bold),
    ...text.split('\n').map((line) => paragraph(line)),
  ])
  return storedZip([
    {
      name: '[Content_Types].xml',
      text: `${xml}<Types xmlns="${packageUrl}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${wordType}.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      text: `${xml}<Relationships xmlns="${packageUrl}/relationships"><Relationship Id="rId1" Type="${officeUrl}" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      text: `${xml}<w:document xmlns:w="${wordUrl}"><w:body>${paragraph(title, bold)}${paragraphs.join('')}</w:body></w:document>`,
    },
  ])
}

const linesPerPage = 54

/** The lines of a text, none longer than a page is wide. */
const wrapped = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => line.match(/.{1,90}/gu) ?? [''])

/** A text as a PDF string. The standard fonts have Latin characters only; others become `?`. */
const pdfString = (line: string): string =>
  `(${line.replaceAll(/[^ -~\u00a0-\u00ff]/gu, '?').replaceAll(/[()\\]/g, String.raw`\$&`)})`

/** A PDF with the text in a standard font, 54 lines a page. */
export function toPdf({ title, sections }: ExportedText): Uint8Array {
  const lines = [
    title,
    ...sections.flatMap(({ heading, text }) => ['', heading, '', text]),
  ].flatMap(wrapped)
  const pages = Array.from({ length: Math.ceil(lines.length / linesPerPage) }, (_, page) =>
    lines.slice(page * linesPerPage, (page + 1) * linesPerPage),
  )
  // Objects 1 to 3 are the catalog, the pages and the font; each page has two.
  const kids = pages.map((_, page) => `${4 + 2 * page} 0 R`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${pages.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, index) => {
      const text = `BT /F1 9 Tf 54 788 Td 13 TL\n${page.map((line) => `${pdfString(line)} Tj T*\n`).join('')}ET`
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
        `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const size = objects.length + 1
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  // Every character is one byte, so that lengths of the text are lengths in bytes.
  return Uint8Array.from(file + table + end, (character) => character.charCodeAt(0))
}
