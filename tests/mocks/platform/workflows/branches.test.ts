import { describe, expect, it } from 'vitest'
import { blueprintOf } from '../../../support/workflow-tools.ts'
import { chain, resultOf, runOf } from './drawn-run.ts'

const truly = { hasDefects: true }
/** A branch `b` with one condition. The end that is reached shows whether the condition is true. */
const branchOn = (condition: object, data: object = {}) =>
  blueprintOf(
    {
      s: { type: 'start' },
      b: { type: 'conditionBranch', conditions: [{ id: '1', ...condition }], ...data },
      yes: { type: 'end', output_mapping: { is: '{{s.yes}}' } },
      no: { type: 'end', output_mapping: { is: '{{s.no}}' } },
    },
    's > b',
    'b.condition-1 > yes',
    'b.source-default > no',
  )
const holds = (condition: object, q: unknown, options = {}) =>
  resultOf(runOf(branchOn(condition), { q, yes: 'yes', no: 'no' }, options))

describe('a condition of a drawn workflow', () => {
  const measured: readonly [
    operator: string,
    value: string,
    q: unknown,
    truly: boolean,
    kindly: boolean,
  ][] = [
    ['==', 'hello', 'hello', true, true],
    ['==', 'hello', 'other', false, false],
    ['!=', 'x', 'hello', true, true],
    ['>', '3', 5, true, true],
    ['>', '3', '5', false, true],
    ['<', '3', 2, true, true],
    ['>=', '5', 5, true, true],
    ['<=', '5', 6, false, false],
    ['==', '5', 5, true, true],
    ['==', '5', '5', false, true],
    ['==', 'true', true, false, true],
    ['contains', 'ell', 'hello', true, true],
    ['contains', 'a', ['a', 'b'], true, true],
    ['not_contains', 'zzz', 'hello', true, true],
    ['not_contains', 'ell', 'hello', false, false],
    ['is_empty', '', '', true, true],
    ['is_empty', '', 'x', false, false],
    ['is_empty', '', [], true, true],
    ['is_not_empty', '', 'x', false, true],
    ['is_not_empty', '', '', false, false],
    ['odd', '', 'x', false, false],
  ]

  it.each(measured)(
    'the condition %s %j on the value %j is %j as deployed, and %j by default (F-040)',
    (operator, value, q, there, here) => {
      const condition = { operator, value, variable: 'q' }
      expect(holds(condition, q, truly)).toEqual({ is: there ? 'yes' : 'no' })
      expect(holds(condition, q)).toEqual({ is: here ? 'yes' : 'no' })
    },
  )

  it.each([
    ['q', true],
    ['s_q', true],
    ['s.q', false],
    ['input.q', false],
    ['{{s.q}}', false],
    ['{{q}}', false],
  ])(
    'a variable written as %s is always found by default; as deployed, it is found: %j (F-040)',
    (variable, there) => {
      const condition = { operator: '==', value: 'a', variable }
      expect(holds(condition, 'a', truly)).toEqual({ is: there ? 'yes' : 'no' })
      expect(holds(condition, 'a')).toEqual({ is: 'yes' })
    },
  )

  it('a branch takes the first condition that holds, and evaluates a condition with an expression (F-025, F-040)', () => {
    expect(holds({ expression: "q in 'abc' and not q == 'b'" }, 'a', truly)).toEqual({ is: 'yes' })
    expect(holds({ expression: 'len(q) == 1' }, 'a', truly)).toEqual({ is: 'no' })
    expect(holds({ expression: 'len(q) == 1 and q in ["a"]' }, 'a')).toEqual({ is: 'yes' })
    expect(holds({ expression: 'int(q) / 2 > 1.5 or float(q) == 2' }, '4')).toEqual({ is: 'yes' })
    for (const expression of [
      '2 + 3 * 4 == 14 and (2 + 3) * 4 == 20',
      '2 ** 3 ** 2 == 512 and -2 ** 2 == -4',
      'not 1 == 2 and 7 // 2 == 3 and -7 % 3 == 2',
      "q not in 'xyz' and q is not None and 'a' + q == 'a4'",
      '(1 if q == "5" else 2) == 2 or nope',
    ])
      expect(holds({ expression }, '4')).toEqual({ is: 'yes' })
    for (const expression of ['1 / 0 > 1', '1 +', '((', "'a' < 1", 'q q', '9 ** 999 > 1'])
      expect(holds({ expression }, '4')).toEqual({ is: 'no' })
    expect(
      runOf(branchOn({ operator: '==', variable: 's.q', value: 'a' }), { q: 'a' }, truly).notes,
    ).toContain('F-040')
  })

  it('a branch with the mode `llm` takes the label that the inputs name, or that its `answer` gives (F-040)', () => {
    const labelled = { label: 'Refund', llm_prompt: 'money back' }
    const byModel = (q: string, data = {}) =>
      resultOf(runOf(branchOn(labelled, { mode: 'llm', ...data }), { q, yes: 1, no: 0 }))
    expect(byModel('I want a refund')).toEqual({ is: 1 })
    expect(byModel('a refund', { answer: 'none of them' })).toEqual({ is: 0 })
    expect(byModel('', { answer: 'It is refund.' })).toEqual({ is: 1 })
  })
})

describe('a classifier of a drawn workflow', () => {
  const classes = [
    { id: 'a', label: 'Billing', description: 'invoices and payments' },
    { id: 'b', label: 'Support', description: 'something is broken' },
  ]
  const classify = (q: string, data: object = {}) => {
    const run = runOf(
      blueprintOf(
        {
          s: { type: 'start' },
          c: { type: 'questionClassifier', classes, prompt: '{{s.q}}', ...data },
          a: { type: 'end', output_mapping: { took: '{{c.active_handle}}', said: '{{c.output}}' } },
          b: { type: 'end', output_mapping: { took: '{{c.active_handle}}', said: '{{c.output}}' } },
        },
        's > c',
        'c.class-a > a',
        'c.class-b > b',
      ),
      { q },
    )
    return {
      ...Object(resultOf(run)),
      skipped: run.steps.filter(({ status }) => status === 'skipped').length,
    }
  }

  it('a classifier selects one branch, by a label, by a description or by the seed (1.4)', () => {
    expect(classify('A question to SUPPORT')).toEqual({
      took: 'class-b',
      said: 'Support',
      skipped: 1,
    })
    expect(classify('My payments fail')).toMatchObject({ took: 'class-a' })
    const chosen = new Set(Array.from({ length: 20 }, (_, at) => classify(`zz ${at}`).took))
    expect(chosen).toEqual(new Set(['class-a', 'class-b']))
    expect(classify('zz 1')).toEqual(classify('zz 1'))
  })

  it('the `answer` of a classifier selects the class, and an unknown answer the default or the first class (1.4)', () => {
    expect(classify('', { answer: 'support' })).toMatchObject({ took: 'class-b', said: 'support' })
    expect(classify('', { answer: 'odd' })).toMatchObject({ took: 'class-a', said: 'odd' })
    expect(classify('', { answer: 'odd', default_handle: 'class-b' })).toMatchObject({
      took: 'class-b',
    })
  })
})

const mapped = (mapping: object, inputs: object = { q: 'hi', items: [1, 2] }, options = {}) =>
  resultOf(
    runOf(
      chain(
        { m: { type: 'llm', prompt_template: 'x', output_variable: 'llm_result' } },
        { ...mapping },
      ),
      { ...inputs },
      options,
    ),
  )

describe('the variables of a drawn workflow', () => {
  it('a placeholder for an unknown variable stays in the text, and other placeholders are filled (F-021)', () => {
    const mapping = { a: '-{{s.q}}-{{ input.q }}-{{q}}-{{gone}}-{{s.items}}-' }
    expect(mapped(mapping, { q: 'hi', items: [1], n: null })).toEqual({
      a: '-hi-hi-hi-{{gone}}-[1]-',
    })
  })

  it('a placeholder for a node id with `-` is filled by default, and never as deployed (F-021)', () => {
    const blueprint = chain(
      { 'a-b': { type: 'llm', prompt_template: 'x' } },
      { a: '[{{a-b.output}}]' },
    )
    expect(resultOf(runOf(blueprint, {}, truly))).toEqual({ a: '[{{a-b.output}}]' })
    expect(resultOf(runOf(blueprint))).toEqual({ a: '[A draft for: x]' })
  })

  it('a placeholder for an `output_variable` is filled by default; as deployed, it stays, with a note (F-020)', () => {
    expect(mapped({ a: '{{m.llm_result}}' })).toEqual({ a: 'A draft for: x' })
    expect(mapped({ a: '{{m.llm_result}}' }, {}, truly)).toEqual({ a: '{{m.llm_result}}' })
    const blueprint = chain({ m: { type: 'llm', output_variable: 'r' } }, { a: '{{m.r}}' })
    expect(runOf(blueprint, {}, truly).notes).toContain('F-020')
  })

  it('an output names a variable or is a text; as deployed, a text that names no variable is null (F-022)', () => {
    const mapping = { a: 's.items', b: 'ok', c: 7, d: '{{s.items}}' }
    expect(mapped(mapping, undefined, truly)).toEqual({ a: [1, 2], b: null, c: 7, d: '[1,2]' })
    expect(mapped(mapping)).toEqual({ a: [1, 2], b: 'ok', c: 7, d: [1, 2] })
  })

  it('an end node without a mapping returns all variables but inputs and secrets; several end nodes merge (F-023, F-024)', () => {
    expect(mapped({}, { q: 'hi' }, truly)).toEqual({
      's.q': 'hi',
      's.output': { q: 'hi' },
      'm.output': 'A draft for: x',
    })
    const ends = blueprintOf(
      {
        s: { type: 'start' },
        a: { type: 'end', output_mapping: { a: 1 } },
        b: { type: 'end', output_mapping: { b: 2 } },
      },
      's > a',
      's > b',
    )
    expect(resultOf(runOf(ends))).toEqual({ a: 1, b: 2 })
    expect(mapped({ a: '{{env.TOKEN}}' })).toEqual({ a: 'secret' })
  })

  it('a fake uses the `default_value` of an input; as deployed, it is ignored (F-016)', () => {
    const start = { type: 'start', variables: [{ name: 'q', type: 'number', default_value: '4' }] }
    const blueprint = blueprintOf(
      { s: start, z: { type: 'end', output_mapping: { a: '{{s.q}}' } } },
      's > z',
    )
    expect(resultOf(runOf(blueprint))).toEqual({ a: 4 })
    expect(resultOf(runOf(blueprint, {}, truly))).toEqual({ a: '{{s.q}}' })
    expect(runOf(blueprint, {}, truly).notes).toEqual(['F-016'])
  })
})

it.each([
  ['0 < q < 10', 50, 'no'],
  ['0 < q < 10', 5, 'yes'],
  ['10 > q >= 5 != 6', 5, 'yes'],
  ['1 == q == 2', 1, 'no'],
  ['not 0 < q < 10', 50, 'yes'],
])('the comparison %s with q = %i holds as in Python: %s', (expression, q, is) => {
  expect(holds({ expression }, q)).toEqual({ is })
})
