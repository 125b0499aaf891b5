import { describe, expect, it } from 'vitest'
import { chain, op, outputOf, resultOf, runOf } from './drawn-run.ts'

type Row = readonly [type: string, data: object, variables: object, output: unknown]

const list = [3, 1, 2]

/** F-022 to F-025 and 1.4: the stored outputs of nodes that compute values. */
const outputs: readonly Row[] = [
  ['variableAssign', { assignments: [{ variable: 'a', expression: 'n + 1' }] }, { n: 2 }, { a: 3 }],
  [
    'variableAssign',
    { assignments: [{ variable: 'a', expression: '{{n}}!' }] },
    { n: 2 },
    { a: '2!' },
  ],
  ['variableAssign', { assignments: [{ variable: 'a', expression: 'nope(' }] }, {}, { a: null }],
  ['variableAssign', { assignments: [{ variable: 'a', value: [1] }] }, {}, { a: [1] }],
  ['templateTransform', { template: 'Hi {{ s.q | upper }}{{ gone }}' }, { 's.q': 'bo' }, 'Hi BO'],
  [
    'templateTransform',
    {
      template:
        '{% for x in list %}{{ loop.index }}:{{ x }}{% if not loop.last %},{% endif %}{% endfor %}',
    },
    { list },
    '1:3,2:1,3:2',
  ],
  [
    'templateTransform',
    { template: '{% if n > 3 %}big{% elif n > 1 %}mid{% else %}small{% endif %}' },
    { n: 2 },
    'mid',
  ],
  [
    'templateTransform',
    { template: '{% if q is defined %}1{% endif %}{% if s.gone is not defined %}2{% endif %}' },
    { q: 'x', 's.q': 'y' },
    '12',
  ],
  [
    'templateTransform',
    { template: '{% if q is undefined or not s.q is defined %}1{% else %}2{% endif %}' },
    { q: 'x', 's.q': 'y' },
    '2',
  ],
  [
    'templateTransform',
    { template: 'a \n{%- for x in list -%}\n {{ x }}, {%- endfor %} b {{- n -}} c{#- d -#} ' },
    { list, n: 2 },
    'a3,1,2, b2c',
  ],
  ['templateTransform', { template: '{{ env.TOKEN }}|{{ o.a.b }}' }, { o: { a: { b: 1 } } }, '|1'],
  ['variableAggregator', { variables: ['a', 'gone'], mode: 'list' }, { a: 1 }, [1, null]],
  [
    'variableAggregator',
    { variables: ['a', 'gone', 'b'], mode: 'concat' },
    { a: 1, b: 'x' },
    '1\nx',
  ],
  [
    'variableAggregator',
    { variables: ['a', 'b'], mode: 'concat', separator: ', ' },
    { a: 1, b: 2 },
    '1, 2',
  ],
  [
    'variableAggregator',
    { variables: ['a', 'b'], mode: 'merge' },
    { a: { x: 1 }, b: { y: 2 } },
    { x: 1, y: 2 },
  ],
  ['variableAggregator', { variables: ['a', 'b'], mode: 'first_non_empty' }, { a: '', b: 7 }, 7],
  [
    'listOperation',
    { input_variable: 'l', operation: 'filter', expression: 'item > 1' },
    { l: list },
    [3, 2],
  ],
  [
    'listOperation',
    { input_variable: 'l', operation: 'map', expression: 'item * index' },
    { l: list },
    [0, 1, 4],
  ],
  [
    'listOperation',
    { input_variable: 'l', operation: 'sort', expression: '-item' },
    { l: list },
    [3, 2, 1],
  ],
  [
    'listOperation',
    { input_variable: 'l', operation: 'filter', expression: 'item != None' },
    { l: [1, null] },
    [1],
  ],
  [
    'listOperation',
    { input_variable: 'l', operation: 'filter', expression: 'gone is defined or item is defined' },
    { l: [1, null] },
    [1],
  ],
  ['listOperation', { input_variable: 'l', operation: 'sort' }, { l: list }, [1, 2, 3]],
  [
    'listOperation',
    { input_variable: 'l', operation: 'slice', slice_start: 1, slice_end: 2 },
    { l: list },
    [1],
  ],
  ['listOperation', { input_variable: 'l', operation: 'flatten' }, { l: [[1], [2, 3]] }, [1, 2, 3]],
  ['listOperation', { input_variable: 'l', operation: 'unique' }, { l: [1, 1, '1'] }, [1, '1']],
  ['listOperation', { input_variable: 'l', operation: 'reverse' }, { l: list }, [2, 1, 3]],
  ['listOperation', { input_variable: 'l', operation: 'length' }, { l: list }, 3],
  ['listOperation', { input_variable: 'gone', operation: 'length' }, {}, 0],
  [
    'transform',
    { input_variable: 'v', operations: [op('json_path', { path: '$.a[0].b' })] },
    { v: { a: [{ b: 1 }] } },
    1,
  ],
  [
    'transform',
    { input_variable: 'v', operations: [op('json_path', { path: '$.a[*].b' })] },
    { v: { a: [{ b: 1 }, { b: 2 }] } },
    [1, 2],
  ],
  [
    'transform',
    { input_variable: 'v', operations: [op('type_cast', { target_type: 'integer' })] },
    { v: '7.9' },
    7,
  ],
  [
    'transform',
    { input_variable: 'v', operations: [op('type_cast', { target_type: 'json' })] },
    { v: '[1]' },
    [1],
  ],
  [
    'transform',
    { input_variable: 'v', operations: [op('type_cast', { target_type: 'boolean' })] },
    { v: 'yes' },
    true,
  ],
  [
    'transform',
    { input_variable: 'v', operations: [op('format', { template: '<{value}>' })] },
    { v: 1 },
    '<1>',
  ],
  [
    'transform',
    {
      input_variable: 'v',
      operations: [op('regex_extract', { pattern: '(\\w+)@(\\w+)', group: 2 })],
    },
    { v: 'me@home' },
    'home',
  ],
  [
    'transform',
    {
      input_variable: 'v',
      operations: [
        op('string_op', { operation: 'split', args: { separator: ',' } }),
        op('string_op', { operation: 'join', args: { separator: '-' } }),
      ],
    },
    { v: 'a,b' },
    'a-b',
  ],
  [
    'transform',
    {
      input_variable: 'v',
      operations: [
        op('string_op', { operation: 'replace', args: { old: 'a', new: 'b' } }),
        op('string_op', { operation: 'upper' }),
      ],
    },
    { v: ' aa ' },
    ' BB ',
  ],
  [
    'transform',
    {
      input_variable: 'v',
      operations: [
        op('math_op', { operation: 'divide', operand: 4 }),
        op('math_op', { operation: 'round', operand: 1 }),
      ],
    },
    { v: 9 },
    2.3,
  ],
  [
    'transform',
    { input_variable: 'v', operations: [op('math_op', { operation: 'modulo', operand: 5 })] },
    { v: '7' },
    2,
  ],
  ['documentExtractor', { input_variable: 'd' }, { d: 'text' }, 'text'],
  [
    'documentExtractor',
    { input_variable: 'd', extract_mode: 'pages', page_range: '2-3' },
    { d: 'a\fb\n\n---\n\nc' },
    ['b', 'c'],
  ],
  [
    'documentExtractor',
    { input_variable: 'd', extract_mode: 'metadata' },
    { d: 'one two\nthree' },
    { char_count: 13, word_count: 3, line_count: 2, page_count: 1 },
  ],
  [
    'documentExtractor',
    { input_variable: 'd', extract_mode: 'tables' },
    { d: 'x\n| a |\n| - |\ny' },
    ['| a |\n| - |'],
  ],
  ['documentExtractor', { input_variable: 'd', input_type: 'base64' }, { d: 'aGk=' }, 'hi'],
  ['env', { env_keys: ['TOKEN', 'NONE'] }, {}, { TOKEN: 'secret', NONE: null }],
  ['llm', { prompt_template: 'Say {{q}} {{gone}}' }, { q: 'hi' }, 'A draft for: Say hi {{gone}}'],
  [
    'knowledgeRetrieval',
    { kb_id: 'kb', query_template: 'q', top_k: 2 },
    {},
    'q at 0.9\n\nq at 0.5',
  ],
  ['knowledgeRetrieval', { kb_id: 'unknown', query_template: 'q' }, {}, ''],
  [
    'parameterExtractor',
    {
      input_text: 'City: Bern, 3 nights',
      parameters: [
        { name: 'city', type: 'string' },
        { name: 'nights', type: 'number' },
        { name: 'zip', type: 'string' },
      ],
    },
    {},
    { city: 'Bern', nights: 3, zip: null },
  ],
  [
    'parameterExtractor',
    { input_text: '{"orderId":"A17"}', parameters: [{ name: 'orderId', type: 'string' }] },
    {},
    { orderId: 'A17' },
  ],
  [
    'questionUnderstanding',
    { input_variable: 'q', mode: 'decompose' },
    { q: 'What? And why?' },
    ['What?', 'And why?'],
  ],
  ['questionUnderstanding', { input_variable: 'q', mode: 'rewrite' }, { q: 'a  b' }, 'a b'],
  [
    'humanIntervention',
    { prompt_message: 'Is {{q}} fine?' },
    { q: 'it' },
    { status: 'approved', auto_approved: true, message: 'Is it fine?' },
  ],
  [
    'httpRequest',
    { url: 'https://a.example', output: { total: '{{n}}', deep: ['{{n}}'] } },
    { n: 4 },
    { total: 4, deep: [4] },
  ],
  [
    'codeExecution',
    { code: 'print(1)' },
    {},
    'The fake runs no code. Give the node an `output` to choose its result.',
  ],
  ['codeExecution', { code: 'print(1)', output: '{{n}} items' }, { n: 2 }, '2 items'],
]

describe('a node of a drawn workflow', () => {
  it.each(outputs)(
    'a node of the type %s with %j and the variables %j gives %j (1.4)',
    (type, data, variables, output) => {
      expect(outputOf(type, { ...data }, { ...variables })['output']).toEqual(output)
    },
  )

  it('nodes that would call a service return their settings, and say that they called nothing', () => {
    const parameters = { id: '{{q}}' }
    const calls = [
      outputOf('connector', { connector_id: 'shop', action: 'find', parameters }, { q: 7 }),
      outputOf('mcp', { server_id: 'files', tool_name: 'read', parameters }, { q: 7 }),
      outputOf('builtinTool', { tool_id: 'calculator', parameters }, { q: 7 }),
    ].map(({ output }) => JSON.stringify(output))
    for (const text of calls) {
      expect(text).toContain('Simulated: the fake calls nothing outside')
      expect(text.replaceAll('\\', '')).toContain('"id":7')
    }
    expect(outputOf('httpRequest', { url: 'https://a.example/{{q}}' }, { q: 7 })).toMatchObject({
      output: { method: 'GET', url: 'https://a.example/7' },
      status_code: 200,
      headers: {},
    })
  })

  it('a template may have thousands of `elif`, and renders the first branch whose condition is true', () => {
    const template = `{% if n == 0 %}0{% ${'elif a %}{%'.repeat(12_000)} elif n == 1 %}1{% else %}2{% endif %}`
    const rendered = (n: number) =>
      outputOf('templateTransform', { template }, { n, a: false })['output']
    expect([0, 1, 2].map(rendered)).toEqual(['0', '1', '2'])
  })

  it('a template node fails if its template uses an unknown test', () => {
    const template = '{% if n is even %}even{% endif %}'
    expect(() => outputOf('templateTransform', { template }, { n: 4 })).toThrow(
      'the test `even` is not supported',
    )
  })

  it('nodes store their output under the variable names that the deployment uses (F-020)', () => {
    const named = { output_variable: 'found' }
    expect(
      outputOf('listOperation', { ...named, input_variable: 'l', operation: 'length' }),
    ).toEqual({ output: 0, found: 0 })
    expect(outputOf('llm', { ...named, prompt_template: 'x' })).toEqual({
      output: 'A draft for: x',
    })
    const tool = { type: 'builtinTool', tool_id: 'calculator', ...named }
    expect(resultOf(runOf(chain({ t: tool }, { a: '{{found}}' })))).toMatchObject({
      a: { tool_id: 'calculator' },
    })
    const secrets = { type: 'env', env_keys: ['TOKEN'], output_variable: 'found' }
    expect(
      resultOf(
        runOf(chain({ t: secrets }, { a: '{{found}}', b: '{{t.found}}', c: '{{env.TOKEN}}' })),
      ),
    ).toEqual({
      a: { TOKEN: 'secret' },
      b: { TOKEN: 'secret' },
      c: 'secret',
    })
  })
})
