import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { Conversation, Message } from '../../../contract/records/conversation.ts'
import type { ExportFormat } from '../../world/behaviour.ts'
import type { Download } from '../../world/wire.ts'

const roleLabels = { user: 'You', assistant: 'Assistant' } as const

/** A conversation as text, for exports that people read: each message has its author and its time. */
const toExportedText = (conversation: Conversation, messages: readonly Message[]) => ({
  title: titleOf(conversation),
  sections: messages.map(({ role, content, created_at }) => ({
    heading: `${roleLabels[role]}, ${formatDateTime(created_at)}`,
    text: content ?? '',
  })),
})

/** Exports a conversation in a format. */
export function exportConversation(
  conversation: Conversation,
  messages: readonly Message[],
  format: ExportFormat,
): Download {
  const extension = format === 'markdown' ? 'md' : format
  const content = exportedContent(format, conversation, messages)
  return { name: `${fileNameOf(conversation)}.${extension}`, type: contentTypes[format], content }
}

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  markdown: 'text/markdown; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  json: 'application/json',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
}

function exportedContent(
  format: ExportFormat,
  conversation: Conversation,
  messages: readonly Message[],
): Download['content'] {
  if (format === 'json') return `${JSON.stringify({ ...conversation, messages }, null, 2)}\n`
  const text = toExportedText(conversation, messages)
  if (format === 'docx') return toDocx(text)
  if (format === 'pdf') return toPdf(text)
  const date = formatDateTime(conversation.created_at)
  const isPlain = format === 'txt'
  const head = isPlain ? `${text.title}\n${date}\n` : `# ${text.title}\n\n*${date}*\n`
  const sections = text.sections.map(
    ({ heading, text: sectionText }) => `\n${isPlain ? '' : '## '}${heading}\n\n${sectionText}\n`,
  )
  return head + sections.join('')
}

const titleOf = ({ title }: Conversation) => title || 'Untitled conversation'
const formatDateTime = (moment: string) => `${moment.slice(0, 10)} ${moment.slice(11, 16)} UTC`

/** The maximum number of title characters that are read to build the file name. */
const maxTitleLength = 1000

/** A file name that is valid in every file system and header. */
function fileNameOf({ id, title }: Conversation): string {
  const words = title
    .slice(0, maxTitleLength)
    .normalize('NFKD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  return words?.join('-').slice(0, 60) ?? `conversation-${id.slice(0, 8)}`
}

type ExportedText = ReturnType<typeof toExportedText>

const escapeXml = (text: string): string =>
  text
    // XML forbids these control characters and single halves of surrogate pairs.
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const packageUrl = 'http://schemas.openxmlformats.org/package/2006'
const officeUrl =
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument'
const wordUrl = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'

/** A Word document with one paragraph for each line: the minimum that word processors open. */
function toDocx({ title, sections }: ExportedText): Uint8Array {
  const paragraph = (text: string, style = '') =>
    `<w:p><w:r>${style}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`
  const bold = '<w:rPr><w:b/></w:rPr>'
  const paragraphs = sections.flatMap(({ heading, text }) => [
    paragraph(heading, bold),
    ...text.split('\n').map((line) => paragraph(line)),
  ])
  return createStoredZip([
    {
      name: '[Content_Types].xml',
      text: `${xmlDeclaration}<Types xmlns="${packageUrl}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="${contentTypes.docx}.main+xml"/></Types>`,
    },
    {
      name: '_rels/.rels',
      text: `${xmlDeclaration}<Relationships xmlns="${packageUrl}/relationships"><Relationship Id="rId1" Type="${officeUrl}" Target="word/document.xml"/></Relationships>`,
    },
    {
      name: 'word/document.xml',
      text: `${xmlDeclaration}<w:document xmlns:w="${wordUrl}"><w:body>${paragraph(title, bold)}${paragraphs.join('')}</w:body></w:document>`,
    },
  ])
}

const linesPerPage = 54

/** Splits a text into lines of at most 90 characters, the width of a page. */
const wrapLines = (text: string): readonly string[] =>
  text.split('\n').flatMap((line) => line.match(/.{1,90}/gu) ?? [''])

/** The characters from 0x80 to 0x9f of WinAnsiEncoding; `\0` marks codes without a character. */
const winAnsi = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'

/** Encodes a line as a PDF string. Characters that standard fonts lack become `?`. */
const pdfString = (line: string): string =>
  `(${line
    .replaceAll('\t', '    ')
    .replaceAll(/[^ -~\u00a0-\u00ff]/gu, (character) => {
      const index = winAnsi.indexOf(character)
      return index === -1 ? '?' : String.fromCodePoint(0x80 + index)
    })
    .replaceAll(/[()\\]/g, String.raw`\$&`)})`

/** A PDF with the text in a standard font, 54 lines a page. */
function toPdf({ title, sections }: ExportedText): Uint8Array {
  const lines = [
    title,
    ...sections.flatMap(({ heading, text }) => ['', heading, '', text]),
  ].flatMap(wrapLines)
  const pages = Array.from({ length: Math.ceil(lines.length / linesPerPage) }, (_, page) =>
    lines.slice(page * linesPerPage, (page + 1) * linesPerPage),
  )
  // Objects 1 to 3 are the catalog, the page tree and the font. Each page then has two objects.
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

/** A file in an archive. */
type ArchivedFile = { readonly name: string; readonly text: string }

/** A ZIP archive whose files are not compressed, as ISO/IEC 21320-1 describes it. */
function createStoredZip(files: readonly ArchivedFile[]): Uint8Array {
  const parts: Uint8Array[] = []
  const directory: number[] = []
  let offset = 0
  for (const { name, text } of files) {
    const path = utf8ToBytes(name)
    const content = utf8ToBytes(text)
    const facts = [
      ...words(20, 0, 0, 0, zipFirstDay),
      ...longs(crc32(content), content.length, content.length),
      ...words(path.length),
    ]
    const head = Uint8Array.of(...longs(0x04034b50), ...facts, ...words(0), ...path)
    directory.push(...longs(0x02014b50), ...words(20), ...facts, ...words(0, 0, 0, 0, 0, 0))
    directory.push(...longs(offset), ...path)
    parts.push(head, content)
    offset += head.length + content.length
  }
  const counts = words(0, 0, files.length, files.length)
  const end = [...longs(0x06054b50), ...counts, ...longs(directory.length, offset), ...words(0)]
  return concatBytes(...parts, Uint8Array.of(...directory, ...end))
}

/** 1 January 1980 in ZIP format. A fixed date makes the same conversation give the same archive. */
const zipFirstDay = 0x21

/** Numbers of two and of four bytes, the lowest byte first. */
const words = (...values: readonly number[]) => values.flatMap((value) => lowestBytes(value, 2))
const longs = (...values: readonly number[]) => values.flatMap((value) => lowestBytes(value, 4))

const lowestBytes = (value: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => (value >>> (8 * index)) & 0xff)

function crc32(bytes: Uint8Array): number {
  let crc = ~0
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 && 0xedb88320)
  }
  return ~crc >>> 0
}
