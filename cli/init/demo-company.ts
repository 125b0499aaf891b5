import * as z from 'zod/mini'

const isLine = 'It must be a text of 1 to 80 characters'
const line = z.string(isLine).check(z.minLength(1, isLine), z.maxLength(80, isLine))

const areNames = 'It must be a list of 1 to 8 names, such as [Support, Sales]'

const isCode = 'It must be a code of two letters, such as en'

/** What `init demo` asks, and what its `demo.yaml` says. */
export const demoAnswers = z.strictObject({
  company: line,
  sells: line,
  agents: z.array(line, areNames).check(z.minLength(1, areNames), z.maxLength(8, areNames)),
  language: z.string(isCode).check(z.regex(/^[a-z]{2}$/, isCode)),
})

export type DemoAnswers = z.infer<typeof demoAnswers>

const months =
  'January February March April May June July August September October November December'.split(' ')

const monthBefore = (now: number, count: number) =>
  months[(new Date(now).getUTCMonth() + 12 - count) % 12] ?? ''

/** `Acme Bikes` as the prefix of its orders, `AB`, and as a part of addresses, `acme-bikes`. */
const initials = (company: string) =>
  (company.match(/\b\p{L}/gu) ?? ['X']).slice(0, 3).join('').toUpperCase()
const slug = (company: string) =>
  company
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '') || 'company'

export const orderOf = ({ company }: DemoAnswers) => `${initials(company)}-1042`

const promptsOf = (answers: DemoAnswers) => [
  `Where is order ${orderOf(answers)}?`,
  `Pay back order ${orderOf(answers)}`,
  'How long can a customer return something?',
  'Which orders are blocked, and why?',
  'Compare the markets that we could enter next',
  'What discount may I give?',
]

/** The data of a demo: two users, the agents, a handbook with known questions, and two tables. */
export function demoFixture(answers: DemoAnswers, now: number): Record<string, unknown> {
  const { company, sells, agents, language } = answers
  const domain = `${slug(company)}.example`
  const user = (name: string, isAdmin: boolean) => ({
    email: `${name.toLowerCase()}@${domain}`,
    password: `${name.toLowerCase()}-password`,
    display_name: name,
    preferred_language: language,
    ...(isAdmin && { is_admin: true }),
  })
  const prompts = promptsOf(answers)
  return {
    name: slug(company),
    users: [user('Ada', true), user('Ben', false)],
    agents: agents.map((name, at) => ({
      name,
      description: `Helps ${company} with ${sells}, and names its source.`,
      // Each agent begins with other prompts.
      suggested_prompts: prompts.map((_, place) => prompts[(place + 2 * at) % prompts.length]),
      knowledge_bases: [handbook(company)],
    })),
    knowledge_bases: [
      {
        name: handbook(company),
        description: `How ${company} sells ${sells}: orders, returns, prices.`,
        chunk_strategy: 'markdown',
        chunk_overlap: 0,
        documents: documentsOf(answers),
      },
    ],
    questions,
    tables: tablesOf(answers, now),
  }
}

const handbook = (company: string) => `${company} handbook`

const documentsOf = ({ company, sells }: DemoAnswers) => [
  {
    filename: 'orders-and-returns.md',
    content: `# Orders and returns

## Delivery

Orders for ${sells} leave our warehouse within two working days and arrive within five. Shipping costs 9 euros, and nothing from 200 euros on. The link to follow an order is in the mail of dispatch.

## Changing an order

Until it has left the warehouse, an order can be cancelled or sent to another address. After that, it can be returned.

## Returns

Customers can return ${sells} within 30 days of delivery, also unpacked. We pay the postage. The money is back within ten working days.

## Warranty

The warranty lasts two years from delivery. It covers faults of material and assembly, but no wear and no damage by accidents. We repair or replace within five working days.
`,
  },
  {
    filename: 'prices-and-offers.md',
    content: `# Prices and offers

## Discounts

Everybody in sales may give 10 percent. The lead of sales approves up to 20 percent, the managing director everything above. From ten pieces on, 5 percent are automatic.

## Payment

Companies pay within 30 days by invoice, everybody else by card. We send a reminder after 14 days, and a second one with a fee of 20 euros after 30 days.

## Why us

${company} answers within one working day, keeps spare parts for ten years, and lets customers try ${sells} for 30 days. Others are cheaper at first, and dearer after two repairs.
`,
  },
]

const questions = {
  'orders-and-returns.md': {
    Delivery: [
      'How long does delivery take?',
      'When will my order arrive?',
      'What does shipping cost?',
      'How do I track my order?',
    ],
    'Changing an order': [
      'Can I cancel my order?',
      'Can I change the delivery address?',
      'Can I change an order?',
    ],
    Returns: [
      'How long can a customer return something?',
      'Can I send something back?',
      'Who pays the postage for a return?',
      'When do I get my money back?',
      'What is the return policy?',
    ],
    Warranty: [
      'How long is the warranty?',
      'What does the warranty cover?',
      'It is broken, can you repair it?',
      'What is not covered by the warranty?',
    ],
  },
  'prices-and-offers.md': {
    Discounts: [
      'What discount may I give?',
      'Who approves a discount?',
      'What is the maximum discount?',
      'Is there a discount for larger orders?',
    ],
    Payment: [
      'How can customers pay?',
      'What are the payment terms?',
      'When do we send reminders?',
      'What happens when a customer does not pay?',
    ],
    'Why us': [
      'What makes us better than the competition?',
      'The customer says that we are too expensive',
      'Can a customer try it first?',
    ],
  },
}

const tablesOf = (answers: DemoAnswers, now: number) => {
  const [older, last, current] = [2, 1, 0].map((count) => monthBefore(now, count))
  const prefix = initials(answers.company)
  return [
    {
      name: 'orders',
      title: 'Orders',
      source: 'Shop',
      owner: 'Ada',
      words: ['order', 'delivery', 'sale', 'revenue'],
      columns: [
        { name: 'order' },
        { name: 'customer', words: ['customer', 'client'] },
        { name: 'country', words: ['country', 'market'] },
        { name: 'month', words: ['month'] },
        { name: 'pieces', words: ['piece', 'quantity'], kind: 'number' },
        { name: 'amount', words: ['amount', 'value', 'worth', 'revenue', 'sale'], kind: 'euros' },
        { name: 'status', words: ['status', 'state'] },
        { name: 'reason', words: ['reason', 'cause'], kind: 'reason' },
      ],
      rows: [
        [`${prefix}-1017`, 'Northwind', 'Germany', older, 12, 10800, 'delivered', 'signed for'],
        [
          `${prefix}-1023`,
          'Harbour Hotels',
          'Netherlands',
          older,
          4,
          3720,
          'delivered',
          'signed for',
        ],
        [`${prefix}-1029`, 'City of Brugge', 'Belgium', last, 20, 17600, 'delivered', 'signed for'],
        [
          `${prefix}-1034`,
          'Lakeside School',
          'France',
          last,
          3,
          2850,
          'returned',
          'the wrong size',
        ],
        [
          `${prefix}-1042`,
          'Harbour Hotels',
          'Netherlands',
          current,
          6,
          5490,
          'shipped',
          'at the hub',
        ],
        [
          `${prefix}-1045`,
          'Northwind',
          'Germany',
          current,
          15,
          13275,
          'blocked',
          'the order number is missing',
        ],
        [
          `${prefix}-1046`,
          'Corner Clinic',
          'Spain',
          current,
          2,
          1900,
          'blocked',
          'the credit check is open',
        ],
      ],
    },
    {
      name: 'tickets',
      title: 'Support tickets',
      source: 'Help desk',
      owner: 'Ben',
      words: ['ticket', 'complaint', 'case'],
      columns: [
        { name: 'ticket' },
        { name: 'customer', words: ['customer', 'client'] },
        { name: 'subject', words: ['subject', 'topic'] },
        { name: 'priority', words: ['priority', 'urgent'] },
        { name: 'status', words: ['status', 'state'] },
      ],
      rows: [
        ['T-311', 'Northwind', 'two pieces arrived scratched', 'high', 'open'],
        ['T-314', 'City of Brugge', 'asks for a training', 'low', 'open'],
        ['T-309', 'Lakeside School', 'wants another size', 'normal', 'waiting'],
        ['T-302', 'Harbour Hotels', 'invoice to another address', 'normal', 'closed'],
      ],
    },
  ]
}
