import * as fc from 'fast-check'
import type { Documents } from './documents.ts'
import { withOddValues, hostileNumber, hostileValue, longText } from './hostile-values.ts'
import type { DocumentCall } from './play-documents.ts'
import { oddText } from './values.ts'

const template = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '{{inputs}}',
        '{{inputs.x}}',
        '{{a.text}}',
        '{{b}}',
        '{{ ',
        '}}',
        '{',
        ' ',
        '{{a.b.c.d}}',
        '{{__proto__}}',
      ),
      longText,
      oddText,
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(''))

const nodeData = fc.record(
  {
    label: fc.oneof(template, hostileValue),
    duration_ms: fc.oneof(fc.constantFrom<unknown>(0, 1, 2 ** 53 - 1, 8.64e15), hostileNumber),
    output: fc.oneof(
      fc.dictionary(fc.oneof(fc.constant('text'), oddText), fc.oneof(template, hostileValue), {
        maxKeys: 3,
      }),
      hostileValue,
    ),
    condition: fc.record({
      field: fc.oneof(fc.constantFrom('inputs.x', 'inputs', 'a.result', ''), oddText),
      operator: fc.constantFrom('eq', 'ne', 'gt', 'gte', 'lt', 'lte', 'contains'),
      value: fc.oneof(template, hostileValue),
    }),
    prompt: template,
    template,
    message: template,
  },
  { requiredKeys: [] },
)
const nodeId = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'e') },
  { weight: 1, arbitrary: oddText },
)
const blueprint = fc.record({
  nodes: fc.uniqueArray(
    fc.record({
      id: nodeId,
      type: fc.constantFrom(
        'start',
        'end',
        'llm',
        'template',
        'condition',
        'fail',
        'delay',
        'http',
        'agent',
        '__proto__',
        'constructor',
      ),
      data: nodeData,
    }),
    { maxLength: 6, selector: ({ id }) => id },
  ),
  edges: fc.array(
    fc.record(
      {
        source: nodeId,
        target: nodeId,
        sourceHandle: fc.constantFrom<unknown>('true', 'false', null, '__proto__'),
      },
      { requiredKeys: ['source', 'target'] },
    ),
    { maxLength: 6 },
  ),
})
const inputs = fc.dictionary(fc.oneof(fc.constantFrom('x', 'y'), oddText), hostileValue, {
  maxKeys: 3,
})

export const workflows: Documents = fc
  .tuple(
    fc.oneof(
      { weight: 5, arbitrary: blueprint },
      { weight: 1, arbitrary: withOddValues(blueprint) },
    ),
    fc.array(inputs, { minLength: 1, maxLength: 4 }),
    hostileNumber,
  )
  .map(([drawing, sets, timeout]) => {
    const [first = {}] = sets
    return [
      { operation: 'POST /api/workflows/validate', body: { blueprint: drawing } },
      {
        operation: 'POST /api/workflows',
        body: { name: 'fuzz', blueprint: drawing },
        opens: true as const,
      },
      {
        operation: 'POST /api/workflows/{made}/run',
        body: { inputs: first, timeout_seconds: timeout },
      },
    ].flatMap((call, index): DocumentCall[] =>
      index < 2
        ? [call]
        : [
            // Returns the id of the workflow again, because the last response has the id of the
            // run.
            { operation: 'GET /api/workflows?size=1' },
            { operation: 'POST /api/workflows/{made}/run', body: { inputs: first, dry_run: true } },
            { operation: 'GET /api/workflows?size=1' },
            call,
            { operation: 'GET /api/workflows?size=1' },
            {
              operation: 'POST /api/workflows/{made}/batch-run',
              body: { inputs: sets, max_parallel: 2 },
            },
            { operation: 'GET /api/workflows?size=1' },
            { operation: 'GET /api/workflows/{made}/runs?size=100' },
            { operation: 'GET /api/workflows?size=1' },
            { operation: 'GET /api/workflows/{made}/stats' },
            { operation: 'GET snapshot' },
          ],
    )
  })
