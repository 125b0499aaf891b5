import { describe, expect, it } from 'vitest'
import {
  type Block,
  code,
  codeList,
  firstLines,
  sectionGap,
  heading,
  list,
  exceptOnPage,
  pageOnly,
  paragraph,
  type ReportDocument,
  table,
  terms,
} from '../../report/document.ts'
import { renderHtml } from '../../report/html.ts'
import { renderMarkdown } from '../../report/markdown.ts'
import { renderTerminal } from '../../report/terminal.ts'

const hostile = '<b>"\u001b[31m|@all'

const finding: Block = {
  kind: 'finding',
  verdict: 'fail',
  tone: 'fail',
  name: 'lists.size',
  note: '4.C3',
  id: 'lists.size',
  data: { level: hostile },
  blocks: [
    terms(['expected', code('20')], ['got', code(hostile)]),
    { kind: 'code', language: 'sh', text: 'curl http://a.test' },
    pageOnly({ kind: 'code', language: 'http', text: 'the whole response' }),
  ],
}

const report: ReportDocument = {
  title: ['Report of ', code('a.test')],
  summary: [paragraph('One failed.')],
  body: [
    heading('Empty', 'empty'),
    list([]),
    paragraph(),
    table(['name'], []),
    pageOnly(heading('Only empty on a page', 'other'), list([])),
    heading('Checks', 'checks'),
    finding,
    heading('Calls', 'calls'),
    table(
      ['operation', 'calls'],
      [
        [code('GET /a'), 5],
        [hostile, 120],
      ],
    ),
    exceptOnPage(paragraph('and more')),
  ],
}

describe('the renderers of a report', () => {
  it('a report in a terminal has findings at the start of a line, aligned columns, and the summary last', () => {
    expect(renderTerminal(report)).toBe(
      [
        'Report of a.test',
        '',
        'FAIL lists.size  4.C3',
        '  expected  20',
        String.raw`  got       <b>"\u001b[31m|@all`,
        '  curl http://a.test',
        '',
        'Calls',
        '  operation            calls',
        '  GET /a                   5',
        String.raw`  <b>"\u001b[31m|@all    120`,
        '  and more',
        '',
        'One failed.',
        '',
      ].join('\n'),
    )
  })

  it('a report in Markdown has headings by level, and foreign text is code or escaped', () => {
    expect(renderMarkdown(report)).toBe(
      [
        '## Report of `a.test`',
        'One failed.',
        '### Checks',
        '#### `lists.size` (4.C3)',
        `- expected \`20\`\n- got \`<b>"\\u001b[31m|@all\``,
        '```sh\ncurl http://a.test\n```',
        '### Calls',
        `| operation | calls |\n| --- | ---: |\n| \`GET /a\` | 5 |\n| \`<b>"\\u001b[31m\\|@all\` | 120 |`,
        'and more\n',
      ].join('\n\n'),
    )
  })

  it('a report as a page has a section for each heading with content, and foreign text is escaped', () => {
    const page = renderHtml(report, { skipTo: ['checks', 'To the checks'] })
    expect(page).toContain('<title>Report of a.test</title>')
    expect(page.match(/<h2 id="\w+">/g)).toEqual(['<h2 id="checks">', '<h2 id="calls">'])
    expect(page).toContain('<details id="lists.size" data-level="&lt;b&gt;&quot;\\u001b[31m|@all">')
    expect(page).toContain('the whole response')
    expect(page).toContain('<td class="number">120</td>')
    expect(page).not.toMatch(/<b>|and more|<script/)
  })

  it('code between backticks in prose is code on a page and in Markdown, and a code value stays unchanged', () => {
    const prose = 'Send `a<b>` or `c`, not a lone `.'
    const body = [paragraph(prose, { strong: 'Send `d`.' }, [code('a `value`')])]
    const page = renderHtml({ body }, { skipTo: ['none', 'To nothing'] })
    expect(page).toContain('Send <code>a&lt;b&gt;</code> or <code>c</code>, not a lone `.')
    expect(page).toContain('<b class="strong">Send <code>d</code>.</b>')
    expect(page).toContain('<code>a `value`</code>')
    expect(renderMarkdown({ body })).toContain('Send `a<b>` or `c`, not a lone \\`.')
    expect(renderTerminal({ body })).toContain(prose)
  })

  it('a long list says how many lines are not shown', () => {
    const body = [
      firstLines(['a', 'b', 'c'], 2, '; see --json'),
      sectionGap,
      list([codeList(['d', 'e'])]),
    ]
    expect(renderTerminal({ body })).toBe('a\nb\n… and 1 more; see --json\n\nd, e\n')
  })
})
