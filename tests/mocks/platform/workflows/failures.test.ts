import { describe, expect, it } from 'vitest'
import { checkDrawnBlueprint } from '../../../../mocks/platform/drawn-blueprint.ts'
import { kindOf, nodeKinds } from '../../../../mocks/platform/node-kinds.ts'
import { blueprintOf } from '../../../support/workflow-tools.ts'
import { addWorkflow, chain, op, outputOf, resultOf, runOf, storyOf } from './drawn-run.ts'

describe('a node of a drawn workflow that fails', () => {
  const failures: readonly [string, object, object, string][] = [
    ['questionClassifier', { classes: [] }, {}, 'No categories'],
    ['agent', { prompt_template: ' ' }, {}, 'No query'],
    ['knowledgeRetrieval', { kb_id: 'kb' }, {}, 'No query'],
    ['connector', {}, {}, 'required'],
    ['connector', { connector_id: 'none', action: 'x' }, {}, 'Connector not found: none'],
    ['connector', { connector_id: 'shop', action: 'x' }, {}, 'Action not found: x'],
    ['httpRequest', { url: 'a.example' }, {}, 'no protocol'],
    ['templateTransform', { template: '' }, {}, 'No template'],
    [
      'templateTransform',
      { template: '{% include "x" %}' },
      {},
      'Template error: the tag `include`',
    ],
    ['codeExecution', { code: '' }, {}, 'No code'],
    ['iterator', {}, {}, 'No list variable'],
    ['iterator', { list_variable: '{{q}}' }, { q: 'x' }, 'not a JSON list'],
    ['iterator', { list_variable: 'n' }, { n: 1 }, 'not a list'],
    ['loop', {}, {}, 'No condition'],
    ['loop', { condition: 'x < 1' }, {}, "'x' is not defined"],
    ['variableAggregator', { variables: [] }, {}, 'No variables'],
    ['variableAggregator', { variables: ['a'], mode: 'odd' }, {}, 'Unknown aggregation mode: odd'],
    ['parameterExtractor', { parameters: [{ name: 'a' }] }, {}, 'No text'],
    ['parameterExtractor', { input_text: 'x' }, {}, 'No parameters'],
    ['listOperation', { input_variable: 'l' }, {}, 'are required'],
    ['listOperation', { input_variable: 'l', operation: 'map' }, { l: [] }, 'needs an expression'],
    ['listOperation', { input_variable: 'l', operation: 'reverse' }, { l: 'x' }, 'not a list'],
    [
      'listOperation',
      { input_variable: 'l', operation: 'map', expression: 'nope' },
      { l: [1] },
      "'nope' is not defined",
    ],
    [
      'listOperation',
      { input_variable: 'l', operation: 'valueOf' },
      { l: [1] },
      'Unknown list operation: valueOf',
    ],
    [
      'transform',
      { input_variable: 'v', operations: [op('__proto__', {})] },
      { v: 1 },
      'Unknown transform: __proto__',
    ],
    ['transform', { input_variable: 'v' }, {}, 'are required'],
    [
      'transform',
      { input_variable: 'v', operations: [op('odd', {})] },
      {},
      'Unknown transform: odd',
    ],
    [
      'transform',
      { input_variable: 'v', operations: [op('math_op', { operation: 'divide', operand: 0 })] },
      { v: 1 },
      'Division by zero',
    ],
    [
      'transform',
      { input_variable: 'v', operations: [op('type_cast', { target_type: 'float' })] },
      { v: 'x' },
      'as a number',
    ],
    [
      'transform',
      { input_variable: 'v', operations: [op('regex_extract', { pattern: '(a+)+b' })] },
      { v: 'a' },
      'too many repetitions',
    ],
    [
      'transform',
      {
        input_variable: 'v',
        operations: [
          op('string_op', { operation: 'replace', args: { old: 'a', new: 'b'.repeat(9000) } }),
        ],
      },
      { v: 'a'.repeat(90) },
      'too large',
    ],
    ['documentExtractor', { input_variable: 'd', input_type: 'url' }, {}, 'not supported'],
    [
      'documentExtractor',
      { input_variable: 'd', input_type: 'base64' },
      { d: '/////w==' },
      'Binary',
    ],
    [
      'documentExtractor',
      { input_variable: 'd', extract_mode: 'odd' },
      { d: 'x' },
      'Unknown extract mode',
    ],
    ['questionUnderstanding', { mode: 'rewrite' }, {}, 'No input variable'],
    ['questionUnderstanding', { input_variable: 'gone' }, {}, 'is empty'],
    ['mcp', {}, {}, 'required'],
    ['mcp', { server_id: 'none', tool_name: 'x' }, {}, 'MCP server not found'],
    ['mcp', { server_id: 'files', tool_name: 'x' }, {}, 'Available: read'],
    ['builtinTool', {}, {}, 'No tool'],
    ['builtinTool', { tool_id: 'x' }, {}, 'Available: calculator, web_search'],
    ['subWorkflow', {}, {}, 'No workflow'],
    ['subWorkflow', { workflow_id: 'any' }, {}, 'nested deeper than 5'],
    ['env', { env_keys: [] }, {}, 'No environment variables'],
    ['llm', { fails: true, error: 'Quota of {{q}}' }, { q: 'me' }, 'Quota of me'],
    ['llm', { duration_ms: 31_000 }, {}, 'timed out after 30 seconds'],
  ]

  it.each(failures)(
    'a node of the type %s with %j and the variables %j fails: %s (1.4)',
    (type, data, variables, says) => {
      expect(() => outputOf(type, { ...data }, { ...variables })).toThrow(says)
    },
  )

  it.each([
    ['env', { env_keys: [{ toString: 1 }] }, "A value can't be read as text"],
    [
      'transform',
      { input_variable: 'v', operations: [op('type_cast', { target_type: 'float' })] },
      'as a number',
    ],
  ])('a node of the type %s fails for an object that is no text: %j', (type, data, says) => {
    expect(() => outputOf(type, data, { v: { toString: 1, valueOf: 1 } })).toThrow(says)
  })

  it('a node fails if it writes a value that is nested too deeply for the stack', () => {
    const operations = ['json', 'string'].map((target_type) => op('type_cast', { target_type }))
    const v = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    expect(() => outputOf('transform', { input_variable: 'v', operations }, { v })).toThrow(
      'The value is nested too deeply',
    )
  })
})

describe('a node in a loop that fails', () => {
  const short = { type: 'llm', duration_ms: 1000 }

  it('a node in a loop that fails stops parallel branches when it fails, not when the loop begins', () => {
    const blueprint = blueprintOf(
      {
        s: { type: 'start' },
        i: { type: 'iterator', list_variable: 's.items' },
        bad: { type: 'llm', duration_ms: 1500, fails: true },
        a: short,
        b: short,
        c: short,
        z: { type: 'end', output_mapping: { a: 1 } },
      },
      's > i',
      'i > bad',
      'bad > z',
      's > a',
      'a > b',
      'b > c',
      'c > z',
    )
    const run = runOf(blueprint, { items: [1, 2] })
    expect(storyOf(run).slice(3)).toEqual([
      'start i',
      'end i',
      'iterator_iteration 0/2',
      'start bad',
      'end a',
      'start b',
      'end bad',
      'skip c',
      'skip z',
      'end b',
    ])
    expect(resultOf(run)).toBe("Nodes failed: ['bad']")
  })
})

/** All types of nodes as the editor saves them, each with data with which it can complete. */
const everyType = {
  br: {
    type: 'conditionBranch',
    conditions: [{ id: '1', variable: 'q', operator: '==', value: 'no' }],
  },
  as: { type: 'variableAssign', assignments: [{ variable: 'n', expression: '1' }] },
  tt: { type: 'templateTransform', template: '{{ s.q }}' },
  va: { type: 'variableAggregator', variables: ['s.q'], mode: 'list' },
  lo: { type: 'listOperation', input_variable: 'va.output', operation: 'length' },
  tr: {
    type: 'transform',
    input_variable: 's.q',
    operations: [op('string_op', { operation: 'upper' })],
  },
  de: { type: 'documentExtractor', input_variable: 's.q' },
  en: { type: 'env', env_keys: ['TOKEN'] },
  ll: { type: 'llm', prompt_template: 'x' },
  ag: { type: 'agent', prompt_template: 'x' },
  qc: { type: 'questionClassifier', classes: [{ id: '1', label: 'One' }] },
  kr: { type: 'knowledgeRetrieval', kb_id: 'kb', query_template: 'x' },
  co: { type: 'connector', connector_id: 'shop', action: 'find' },
  hr: { type: 'httpRequest', url: 'https://a.example' },
  ce: { type: 'codeExecution', code: 'result = 1' },
  pe: { type: 'parameterExtractor', input_text: 'x', parameters: [{ name: 'a', type: 'string' }] },
  qu: { type: 'questionUnderstanding', input_variable: 's.q' },
  hi: { type: 'humanIntervention' },
  mc: { type: 'mcp', server_id: 'files', tool_name: 'read' },
  bt: { type: 'builtinTool', tool_id: 'calculator' },
  sw: { type: 'subWorkflow', workflow_id: 'every' },
  it: { type: 'iterator', list_variable: 'va.output' },
  lp: { type: 'loop', condition: 'loop_index < 1' },
}

describe('a drawn workflow with every type of node', () => {
  it('a workflow with every type of node completes, but the strict check of the deployment refuses it (F-010)', () => {
    addWorkflow('every', chain({ m: { type: 'llm', prompt_template: 'x' } }))
    const { nodes, edges } = chain(everyType)
    const kinds = new Set(nodes.map(kindOf))
    expect(nodeKinds.filter((kind) => !kinds.has(kind))).toEqual([])
    const run = runOf({ nodes, edges }, { q: 'no' }, { approvesReviews: true })
    expect(run.steps.filter(({ status }) => status !== 'completed')).toEqual([])
    expect(checkDrawnBlueprint({ nodes, edges }).error).toBeNull()
    expect(checkDrawnBlueprint({ nodes, edges }, true).error).toContain('unknown type')
    const known = nodes.filter(({ type }) => checkDrawnBlueprint(only(type), true).error === null)
    expect(known.map(({ type }) => type).toSorted()).toEqual(
      [
        'start',
        'end',
        'env',
        'llm',
        'agent',
        'connector',
        'mcp',
        'iterator',
        'loop',
        'transform',
      ].toSorted(),
    )
  })
})

/** A blueprint with one node of a type between a start and an end. */
const only = (type: string) =>
  ['start', 'end'].includes(type) ? chain({}) : chain({ n: { type } })
