import { describe, expect, it } from 'vitest'
import type { CompanyTable } from '../../../contract/company-table.ts'
import { fixture as fixtureSchema } from '../../../contract/fixture.ts'
import { phrasesOf } from '../../../mocks/platform/languages/languages.ts'
import { answerFromTable } from '../../../mocks/platform/tables/table-answer.ts'
import { readTableQuestion } from '../../../mocks/platform/tables/table-question.ts'
import { createManualClock } from '../../support/manual-clock.ts'
import { answerIn } from '../../support/stream-reader.ts'
import { demo, mountInProcess } from '../../support/transports.ts'
import { newConversation, signIn } from '../../support/visitor.ts'

const orders: CompanyTable = {
  name: 'orders',
  title: 'Orders',
  source: 'Shop',
  owner: 'Ada',
  words: ['order'],
  columns: [
    { name: 'order' },
    { name: 'country', words: ['country'] },
    { name: 'month', words: ['month'] },
    { name: 'amount', words: ['amount', 'value'], kind: 'euros' },
    { name: 'note', words: ['reason'], kind: 'reason' },
  ],
  rows: [
    ['A-1', 'France', 'May', 120, 'paid'],
    ['A-2', 'Spain', 'May', 1480, 'waits for | the address'],
    ['A-3', 'France', 'June', 300, 'lost'],
  ],
}
const days: CompanyTable = {
  name: 'leave',
  title: 'Days of leave',
  source: 'Portal',
  owner: 'Ada',
  words: ['leave', 'days of leave'],
  private: 'person',
  columns: [
    { name: 'person', words: ['person'] },
    { name: 'left', words: ['left'], kind: 'number' },
  ],
  rows: [
    ['Dana Whitlock', 6.5],
    ['Otis Brandt', 5],
  ],
}
const glossary = {
  de: { 'wie viele': 'how many', bestellungen: 'order', gingen: '', frankreich: 'france' },
}

const june = Date.parse('2026-06-20T08:00:00.000Z')

/** The answers of the fallback to questions of one conversation. */
async function askAll(mode: string, ...questions: readonly string[]): Promise<string[]> {
  const fixture = { ...demo, tables: [orders, days], glossary }
  const visitor = await signIn(mountInProcess({ fixture, systemClock: createManualClock(june) }))
  const conversation_id = await newConversation(visitor)
  const answers: string[] = []
  for (const q of questions)
    answers.push(
      answerIn(await visitor.stream(`POST /api/${mode}`, { body: { q, conversation_id } })),
    )
  return answers
}
const ask = async (question: string) => (await askAll('react', question))[0]

describe('a question about the figures of the company', () => {
  it('a question about figures is answered with the rows, their number and their source', async () => {
    expect(await ask('Which orders went to Spain?')).toBe(
      `**Orders · country: Spain**

| order | country | month | amount | note |
|---|---|---|---|---|
| A-2 | Spain | May | 1,480 € | waits for \\| the address |

*1 of 3 rows, from Shop. Ada knows more.*`,
    )
  })

  it.each([
    ['How many orders went to France?', '**Orders · country: France**: **2**'],
    ['How many orders do we have?', '**Orders**: **3**'],
    ['What is the total of all orders?', '**Orders**: **1,900 €**'],
    ['average value of an order', '**Orders**: **633.3 €**'],
    ['Which order has the highest value?', '**Orders**: **A-2, 1,480 €**'],
    ['Which order has the lowest amount?', '**Orders**: **A-1, 120 €**'],
    ['orders of last month', '**Orders · month: May**'],
    ['orders of this month', '**Orders · month: June**'],
    [
      'How many orders do we have next month?',
      '**Orders · month: July**: **–**\n\nmonth: May, June',
    ],
    ['What was the latest order?', '| A-3 |'],
    ['Wie viele Bestellungen gingen nach Frankreich?', 'Orders · country: France'],
    ['orders by country', '| France | 2 | 420 € |'],
    ['orders over 300 euros', '**Orders · amount > 300**\n\n'],
    ['orders of at least 300 euros', '| A-3 |'],
    [
      'Which orders of up to 1,480 euros went to Spain?',
      '**Orders · country: Spain · amount ≤ 1480**',
    ],
    ['How many orders are below 300 euros?', '**Orders · amount < 300**: **1**'],
    ['total of the orders with more than 200 amount', '**Orders · amount > 200**: **1,780 €**'],
    ['Wie viele Bestellungen mehr als 200 Euro?', '**Orders · amount > 200**: **2**'],
    ['What was the cause of A-3?', '| lost |'],
  ])('a question about figures is answered from rows: %s', async (question, part) => {
    expect(await ask(question)).toContain(part)
  })

  it.each(['react', 'dag'])(
    'a follow-up question about a table continues from the previous question, on %s',
    async (mode) => {
      const answers = await askAll(
        mode,
        'Which order has the highest value?',
        'and the second one?',
        'why?',
        'by country',
        'and in May?',
      )
      expect(answers.map((answer) => /\n\n(\|.*\n\|-.*\n)?(\|.*)?/.exec(answer)?.[2])).toEqual([
        '| A-2 | Spain | May | 1,480 € |',
        '| A-3 | France | June | 300 € | lost |',
        '| A-3 | France | June | 300 € | lost |',
        '| France | 2 | 420 € |',
        '| A-1 | France | May | 120 € | paid |',
      ])
    },
  )

  it.each([
    'How long do I keep an order of cheese?',
    'orders of more than 30 days',
    'orders of more than 2 countries',
    'Which agents went to France?',
    'and the second one?',
    'orders '.repeat(40),
    '',
  ])('a question with words unknown to the tables is no table question: %.40s', (question) => {
    expect(readTableQuestion([orders, days], glossary, [question], null, june)).toBeUndefined()
  })

  it.each(['Which order of them has the highest value?', 'Which of these has the highest amount?'])(
    'a question about the rows of the last answer keeps the conditions of that answer: %s',
    (question) => {
      const queries = ['Which orders went to France?', question]
      const read = readTableQuestion([orders], {}, queries, null, june)
      expect(read?.rows.map(([order]) => order)).toEqual(['A-3', 'A-1'])
    },
  )

  it.each([
    [
      ['orders in June', 'and the month before?'],
      ['A-1', 'A-2'],
    ],
    [['orders in June', 'and the month before?', 'and the month after?'], ['A-3']],
    [
      ['orders in April', 'and the following month?'],
      ['A-1', 'A-2'],
    ],
    [['orders in January', 'and the month before?'], undefined],
    [['orders of more than 300 amount', 'and less than 300?'], ['A-1']],
    [['orders of more than 200 and less than 1000 amount'], ['A-3']],
    [['orders of more than 300 euros', 'and less than 300?'], ['A-1']],
    [['orders from Spain', 'and the month before?'], undefined],
    [['orders of the month before'], undefined],
  ])(
    'a follow-up about a neighbouring period means the one in the calendar: %j',
    (queries, found) => {
      const read = readTableQuestion([orders], {}, queries, null, june)
      expect(read?.rows.map(([order]) => order)).toEqual(found)
    },
  )

  it.each(['Which of these is the highest order?', 'and what is the order?'])(
    'a question about shown rows has no answer if no table was shown: %s',
    (question) => {
      expect(readTableQuestion([orders], {}, [question], null, june)).toBeUndefined()
    },
  )

  it('`third quarter` in a question means the period, and not the third row', () => {
    const columns = [{ name: 'order' }, { name: 'quarter', words: ['quarter'] }]
    const rows = [
      ['A-1', 'second quarter'],
      ['A-2', 'third quarter'],
    ]
    const table = { ...orders, columns, rows }
    const read = readTableQuestion([table], {}, ['orders in the third quarter'], null, june)
    expect(read?.rows).toEqual([rows[1]])
  })

  it.each([
    ['A-3', ['A-3']],
    ['A-2', []],
  ])(
    '`was it in June?` asks about the row that the question before has named: %s',
    (order, rows) => {
      const read = readTableQuestion(
        [orders],
        {},
        [`order ${order}`, 'was it in June?'],
        null,
        june,
      )
      expect(read?.rows.map(([name]) => name)).toEqual(rows)
    },
  )

  it('each limit in a question applies to the column whose name follows it', () => {
    const columns = [...orders.columns, { name: 'boxes', words: ['box'], kind: 'number' as const }]
    const table = { ...orders, columns, rows: orders.rows.map((row, at) => [...row, at + 1]) }
    const queries = ['orders of more than 200 euros with more than 2 boxes']
    const read = readTableQuestion([table], {}, queries, null, june)
    expect(read?.rows.map(([order]) => order)).toEqual(['A-3'])
  })

  it('a question for the ratio of two figures is not answered with one of the figures', () => {
    const columns = [
      { name: 'order' },
      { name: 'sensors', kind: 'number' as const },
      { name: 'gateways', kind: 'number' as const },
    ]
    const table = {
      ...orders,
      columns,
      rows: [
        ['A-1', 20, 2],
        ['A-2', 60, 3],
      ],
    }
    const read = (query: string) => readTableQuestion([table], {}, [query], null, june)
    expect(read('Highest number of sensors per gateway of an order')).toBeUndefined()
    expect(read('Highest number of sensors of an order')?.rows[0]?.[0]).toBe('A-2')
  })

  it('percentages are averaged in groups, listed if there are several, and never summed', () => {
    const columns = [
      { name: 'product', words: ['product'] },
      { name: 'quarter', words: ['quarter'] },
      { name: 'margin', words: ['margin'], kind: 'percent' as const },
    ]
    const rows = [
      ['sensors', 'second quarter', 58.4],
      ['sensors', 'third quarter', 53.2],
      ['gateways', 'third quarter', 40],
    ]
    const table = { ...orders, name: 'margins', words: ['margin'], columns, rows }
    const answer = (query: string) => {
      const question = readTableQuestion([table], {}, [query], null, june)
      return question && answerFromTable(question, phrasesOf('en')).answer
    }
    expect(answer('margin by product')).toContain(
      '| sensors | 2 | 55.8 % |\n| gateways | 1 | 40 % |',
    )
    expect(answer('What is the margin by product?')).toContain('| sensors | 2 | 55.8 % |')
    expect(answer('What is the margin of sensors?')).toMatch(
      /: sensors\*\*\n\n[^]*58.4 %[^]*53.2 %/,
    )
    expect(answer('What is the margin of gateways?')).toContain('**40 %**')
    expect(answer('Total margin')).toBeUndefined()
  })

  it('an answer with more rows than it shows ends with a row of dots', () => {
    const rows = Array.from({ length: 30 }, (_, at) => [`A-${at}`, 'France', 'May', at, 'paid'])
    const question = readTableQuestion([{ ...orders, rows }], {}, ['List the orders'], null, june)
    const { answer } = answerFromTable(question!, phrasesOf('en'))
    expect(answer).toMatch(/\| A-19 \|.*\n\| … \| … \| … \| … \|\n\n\*30 of 30 rows/)
  })

  it('a number in a column without figures, such as a year, is shown as it is written', () => {
    const rows = [[20417, 'France', 2025, 1480, 'paid']]
    const question = readTableQuestion([{ ...orders, rows }], {}, ['List the orders'], null, june)
    const { answer } = answerFromTable(question!, phrasesOf('en'))
    expect(answer).toContain('| 20417 | France | 2025 | 1,480 € | paid |')
  })

  it('a follow-up question after a question about something else does not refer to an earlier table', () => {
    const queries = ['How many orders?', 'What is cheese?', 'by country']
    expect(readTableQuestion([orders], {}, queries, null, june)).toBeUndefined()
  })

  it('a user sees only their own rows of a private table', async () => {
    const answer = await ask('How many days of leave are left?')
    expect(answer).toContain('**6.5**')
    expect(answer).not.toContain('Otis')
  })

  describe('a private table', () => {
    const expenses: CompanyTable = {
      ...days,
      name: 'expenses',
      words: ['expense'],
      columns: [
        { name: 'person', words: ['person'] },
        { name: 'month', words: ['month'] },
        { name: 'amount', words: ['amount'], kind: 'euros' },
      ],
      rows: [
        ['Dana Whitlock', 'March', 10],
        ['Otis Brandt', 'July', 5000],
        ['Otis Brandt', 'August', 7000],
      ],
    }
    const answer = (query: string, user: string) => {
      const question = readTableQuestion([expenses], {}, [query], user, june)
      return question && answerFromTable(question, phrasesOf('en')).answer
    }

    it.each([
      ['expenses', '1 of 1 rows'],
      ['expenses in May', 'month: March\n\n*0 of 1 rows'],
      ['expenses of Otis Brandt', 'person: Dana Whitlock\n\n*0 of 1 rows'],
      ['expenses not Dana Whitlock', '· person: –**: **–**'],
    ])('an answer neither counts nor names what other users have: %s', (query, part) => {
      const text = answer(query, 'Dana Whitlock')
      expect(text).toContain(part)
      expect(text).not.toMatch(/July|August|5,000|7,000|of 3/)
    })

    it('a user without rows in a private table sees no rows, and no values of other users', () => {
      expect(answer('expenses in May', 'Maren Holt')).toBe(
        '**Days of leave · month: May**: **0**\n\n*0 of 0 rows, from Portal. Ada knows more.*',
      )
    })
  })

  it('a negative number has a single minus sign, and no comma between the sign and its digits', () => {
    const columns = [{ name: 'order' }, { name: 'balance', kind: 'euros' as const }]
    const rows = [
      ['A-1', -123],
      ['A-2', -4500],
      ['A-3', -12.5],
    ]
    const table = { ...orders, columns, rows }
    const question = readTableQuestion([table], {}, ['List the orders'], null, june)
    const { answer } = answerFromTable(question!, phrasesOf('en'))
    expect(answer.match(/-[\d,.]+ €/g)).toEqual(['-123 €', '-4,500 €', '-12.5 €'])
  })

  it.each(['constructor', '__proto__'])('a column of a table can be called %s', (name) => {
    const columns = [{ name: 'order' }, { name, words: ['country'] }]
    const rows = [
      ['A-1', 'France'],
      ['A-2', 'Spain'],
    ]
    const table = { ...orders, columns, rows }
    const rowsFor = (query: string) => readTableQuestion([table], {}, [query], null, june)?.rows
    expect([rowsFor('List the orders'), rowsFor('List the orders from France')]).toEqual([
      rows,
      [rows[0]],
    ])
  })

  it('cells without a figure are in no sum, no average and no ranking', () => {
    const rows = [...orders.rows, ['A-4', 'Italy', 'June', '', 'open']]
    const answer = (query: string) => {
      const question = readTableQuestion([{ ...orders, rows }], {}, [query], null, june)
      return answerFromTable(question!, phrasesOf('en')).answer
    }
    expect(answer('What is the total of all orders?')).toContain('**1,900 €**')
    expect(answer('average value of an order')).toContain('**633.3 €**')
    expect(answer('Which order has the lowest amount?')).toContain('**A-1, 120 €**')
  })

  it('a fixture is refused if a text is in a column of figures, with its row and column', () => {
    const amounts = [12.5, '', '1250.5', '1.250,50', '–']
    const rows = amounts.map((amount, at) => [`A-${at}`, 'France', 'May', amount, 'paid'])
    const { error } = fixtureSchema.safeParse({ ...demo, tables: [{ ...orders, rows }] })
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['tables.0.rows.3.3', 'Write a number such as 1250.5, or "" for none'],
      ['tables.0.rows.4.3', 'Write a number such as 1250.5, or "" for none'],
    ])
  })

  it('a fixture is refused if a row of a table lacks a value for a column', () => {
    const tables = [{ ...orders, rows: [['A-1']] }]
    const { error } = fixtureSchema.safeParse({ ...demo, tables })
    expect(error?.issues.map(({ message }) => message)).toEqual([
      'Each row needs one value for each column',
    ])
  })
})
