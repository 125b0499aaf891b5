import { type DemoAnswers, orderOf } from './demo-company.ts'

/** The scripts of a demo by name: a tool call, an approval, and a plan. */
export const demoScripts = (answers: DemoAnswers): Readonly<Record<string, unknown>> => ({
  'order-status': orderStatus(answers),
  refund: refund(answers),
  markets: markets(answers),
})

const orderStatus = (answers: DemoAnswers) => ({
  name: 'order-status',
  match: {
    query: [`order ${orderOf(answers)}`],
    like: [`where is ${orderOf(answers)}`, `when does ${orderOf(answers)} arrive`],
  },
  script: [
    { think: 'The carrier knows where it is. I look up the order first.' },
    {
      call: {
        tool: 'orders_lookup',
        input: { order: orderOf(answers) },
        takes: '600ms',
        observation: '{"status":"shipped","parcel":"at the hub","expected":"tomorrow"}',
      },
    },
    {
      answer: `Order **${orderOf(answers)}** is on its way: the parcel with ${answers.sells} for Harbour Hotels is at the hub, and arrives **tomorrow**.`,
    },
  ],
  suggestions: [`Pay back order ${orderOf(answers)}`, 'Can I change the delivery address?'],
  title: `Where ${orderOf(answers)} is`,
})

const refund = (answers: DemoAnswers) => ({
  name: 'refund',
  match: { query: ['pay back', 'refund order'] },
  script: [
    { think: 'First what was paid. Above 250 euros I need an approval.' },
    {
      approval: {
        call: {
          tool: 'payments_refund',
          input: { order: orderOf(answers), amount: 5490, currency: 'EUR' },
          reasoning: 'Pay the order back in full.',
          takes: '900ms',
          observation: '{"refund":"RF-208","status":"accepted","arrives_within":"10 working days"}',
        },
        rejected: [{ answer: 'The refund was **not approved** ({{reason}}). Nothing was paid.' }],
      },
    },
    {
      answer: `**5,490 euros are on their way back** for order ${orderOf(answers)}, booked as \`RF-208\`. They arrive within ten working days.`,
    },
  ],
  title: `Refund for ${orderOf(answers)}`,
})

const step = (id: string, task: string, result: string, after: readonly string[] = []) => ({
  id,
  task,
  takes: '1.5s',
  ...(after.length > 0 && { after }),
  calls: [{ tool: 'web_search', input: { query: task }, takes: '900ms', observation: result }],
  result,
})

const markets = ({ company, sells }: DemoAnswers) => ({
  name: 'markets',
  match: {
    endpoint: 'dag',
    query: ['which market', 'compare the markets'],
    like: ['where should we expand next', 'which country should we go to'],
  },
  script: [
    {
      plan: {
        steps: [
          step(
            'demand',
            `Estimate the demand for ${sells}`,
            'Austria 41,000, Denmark 28,000, Portugal 19,000',
          ),
          step('rivals', `Count the rivals of ${company}`, 'Austria 4, Denmark 11, Portugal 2'),
          step('rank', 'Rank the countries', 'Austria first, then Portugal', ['demand', 'rivals']),
        ],
        achieved: true,
        confidence: 0.8,
        reasoning: 'Both numbers are there for each country.',
      },
    },
    {
      answer: `**Austria** should be the next market of ${company}.\n\n| Country | Demand for ${sells} | Rivals |\n|---|---:|---:|\n| **Austria** | 41,000 | 4 |\n| Portugal | 19,000 | 2 |\n| Denmark | 28,000 | 11 |\n\nThe figures are invented: replace them in \`scenarios/markets.yaml\`.`,
    },
  ],
  title: 'The next market',
})
