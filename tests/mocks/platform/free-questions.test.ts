import { describe, expect, it } from 'vitest'
import { toEnglish } from '../../../mocks/platform/knowledge-bases/to-english.ts'
import { phrasesByLanguage } from '../../../mocks/platform/languages/languages.ts'
import { answerIn } from '../../support/stream-reader.ts'
import { demo, mountInProcess } from '../../support/transports.ts'
import { newConversation, signIn } from '../../support/visitor.ts'

/** Asks an agent of the demo one question after another; returns the last answer. */
async function ask(agent: string, ...questions: readonly string[]): Promise<string> {
  const visitor = await signIn(mountInProcess())
  const agent_id = demo.agents.find(({ name }) => name === agent)?.id
  const conversation_id = await newConversation(visitor, { agent_id })
  let answer = ''
  for (const q of questions)
    answer = answerIn(
      await visitor.stream('POST /api/react', { body: { q, conversation_id, agent_id } }),
    )
  return answer
}

const refusals = [...phrasesByLanguage.values()].flatMap(({ outside, closest }) => [
  outside,
  closest,
])
/** Whether an answer says that no passage answers the question. */
const isRefusal = (answer: string) => refusals.some((phrase) => answer.includes(phrase))

describe('quoted passages', () => {
  it.each([
    ['People Partner', 'What is the budget for training ferrets?'],
    ['Support Desk', 'How many parcels did the warehouse lose?'],
    ['Incident Responder', 'Show me the last three deploys'],
    ['People Partner', 'Which hotel in Zurich did Otis book?'],
  ])(
    'an agent refuses a question that none of its documents answers: %s, %s',
    async (agent, question) => {
      expect(isRefusal(await ask(agent, question))).toBe(true)
    },
  )

  it('a paragraph that begins in one chunk and ends in the next is quoted whole', async () => {
    const answer = await ask('Support Desk', 'When does the refund arrive?')
    expect(answer).toContain('> The warehouse in Tilburg checks a return')
    expect(answer).toContain('arrives within ten working days')
  })

  it.each([
    ['Support Desk', 'Was bedeutet ein blaues Licht am Gateway?', 'firmware update'],
    ['People Partner', 'Combien de jours de congé puis-je reporter ?', 'Up to five days'],
    ['Finance Analyst', '¿Quién aprueba una compra de 8.000 euros?', 'up to 10,000 euros'],
    ['People Partner', '病假需要医生证明吗？', 'from the fourth day'],
    ['People Partner', '育児休暇はどのくらいですか。', '20 weeks'],
  ])(
    'the answer to a question in another language quotes the English passage: %s, %s',
    async (agent, q, has) => {
      expect(await ask(agent, q)).toContain(has)
    },
  )
})

it.each([
  ['Monday Briefing', 'Was steht diese Woche an?', 'Das sagen die Unterlagen dazu:'],
  ['Support Desk', 'Batterie wechseln', 'Das sagen die Unterlagen dazu:'],
  ['Support Desk', 'battery constructor', 'I am Support Desk.'],
])('a short question gets an answer in its own language: %s, %s', async (agent, q, start) => {
  expect(await ask(agent, q)).toMatch(new RegExp(`^${start}`))
})

it('of a long text, only the first 2000 characters are translated', () => {
  const long = 'Die Kunden melden einen Gewährleistungsfall ihrer Sensoren. '.repeat(100)
  expect(toEnglish(long, 'de')).toBe(toEnglish(long.slice(0, 2000), 'de'))
  expect(toEnglish(long.slice(0, 2000), 'de')).toContain('customer')
})

it('a German verb is translated although it has `zu` inside', () => {
  expect(toEnglish('einen Sensor zurückzuschicken', 'de')).toContain('return')
})

it.each([
  ['Support Desk', 'Price per sensor?', 'This is what the documents say:'],
  [
    'Finance Analyst',
    'revenue per country',
    '20 of 20 rows, from Ledger. Dana Whitlock knows more.',
  ],
  ['Finance Analyst', 'Umsatz pro Land', '20 von 20 Zeilen, aus Ledger. Mehr weiß Dana Whitlock.'],
])(
  'the word `per` or `pro` does not change the language of an answer: %s, %s',
  async (agent, q, has) => {
    expect(await ask(agent, q)).toContain(has)
  },
)

describe('a query of several sentences', () => {
  it.each([
    'Gateway offline in the whole building, who is on call?',
    'Our portal went dark, wer hat Bereitschaft?',
  ])(
    'a question after a comma is answered alone if the words before it are in no document: %s',
    async (question) => {
      expect(await ask('Incident Responder', question)).toContain('on call in each week')
    },
  )

  it('if only one of two questions in a query has an answer, the reply has it, and says that the other question has none', async () => {
    const answer = await ask(
      'Incident Responder',
      'Who is on call this week and which hotel in Zurich did Otis book?',
    )
    expect(answer).toContain('**Engineers on call')
    expect(answer).toContain('Tomasz Wilk')
    const { nothing = [], outside = '' } = phrasesByLanguage.get('en') ?? {}
    expect(nothing.some((sentence) => answer.endsWith(sentence))).toBe(true)
    expect(answer).not.toContain(outside)
  })

  it('two questions in one sentence that is not English get both answers', async () => {
    const q = 'Wie viele Urlaubstage habe ich im Jahr und kann ich Resturlaub mitnehmen?'
    const answer = await ask('People Partner', q)
    expect(answer).toContain('27 days of paid leave')
    expect(answer).toContain('Up to five days move to the next year')
    expect(answer.split('Das sagen die Unterlagen dazu')).toHaveLength(2)
  })

  it('a question is answered even if the next sentence of the query is about something else', async () => {
    const q =
      'Wo werden die Daten unserer Kunden gespeichert? Der Datenschutzbeauftragte des Interessenten fragt danach.'
    expect(await ask('Sales Assistant', q)).toContain('Frankfurt or in Toronto')
  })

  it('a passage that answers only one of two questions is quoted once, as a possible answer', async () => {
    const q = 'When do we have to update the status page and who writes it?'
    const answer = await ask('Incident Responder', q)
    expect(answer).toContain(phrasesByLanguage.get('en')?.closest)
    expect(answer.split('The first public note goes out within 20 minutes')).toHaveLength(2)
  })

  it('a query with two questions that have no answer gets a single refusal', async () => {
    const answer = await ask(
      'Support Desk',
      'Which hotel in Zurich did Otis book and who paid for the yacht in Monaco?',
    )
    expect(answer.split('This is outside of what I was given.')).toHaveLength(2)
  })
})

describe('a follow-up', () => {
  it('a follow-up question is searched together with the subject of the previous question', async () => {
    const answer = await ask('People Partner', 'How long is parental leave?', 'and is it paid?')
    expect(answer).toContain('20 weeks at full pay')
  })

  it('a follow-up question that the documents do not answer is refused', async () => {
    const questions = ['Where is customer data stored?', 'and who painted it?']
    expect(isRefusal(await ask('Sales Assistant', ...questions))).toBe(true)
  })

  it.each([
    ['a passage that was just quoted', 'and can carers take it twice?'],
    ['a passage for a text that the user wants', 'please write a note about it to my lead'],
  ])('an agent says that %s may not answer the question', async (_, followUp) => {
    const q = 'How long is parental leave?'
    expect(isRefusal(await ask('People Partner', q))).toBe(false)
    expect(await ask('People Partner', q, followUp)).toContain(phrasesByLanguage.get('en')?.closest)
  })

  it('a short follow-up question gets a passage of another document, with a note that it may not fit', async () => {
    const questions = [
      'Wat kost het Team-abonnement per sensor per maand?',
      'En voor 150 sensoren?',
    ]
    expect(await ask('Sales Assistant', ...questions)).toContain(
      phrasesByLanguage.get('nl')?.closest,
    )
    expect(await ask('Sales Assistant', 'Voor 150 sensoren?')).not.toContain('geen passage')
  })

  it('a short follow-up to an answer that may not fit gets the same note in its answer', async () => {
    const questions = [
      'Wie hoch waren die Frachtkosten im dritten Quartal, und warum sind sie gestiegen?',
      'Und im zweiten Quartal?',
    ]
    expect(await ask('Finance Analyst', ...questions)).toContain(
      phrasesByLanguage.get('de')?.closest,
    )
  })

  it('a follow-up to a quoted passage gets another passage, although its words match a table', async () => {
    const questions = [
      'How long do customers have to send something back?',
      'And for orders of more than 20 sensors?',
    ]
    expect(await ask('Support Desk', ...questions)).toContain('restocking fee of 10 percent')
    expect(await ask('Support Desk', questions[1] ?? '')).toContain('**Orders · sensors > 20**')
  })

  it('`which one is the biggest?` compares amounts, and not the days that the previous question asked for', async () => {
    const overdue = 'Which invoices are overdue and by how many days?'
    expect(await ask('Finance Analyst', overdue)).not.toContain('**85**')
    const biggest = await ask('Finance Analyst', overdue, 'which one is the biggest?')
    expect(biggest).toContain('**2026-3318, 4,235 €**')
    const longest = ['Which invoice has the most days overdue?', 'and the lowest?']
    expect(await ask('Finance Analyst', ...longest)).toContain('| 2026-3318 | Northgate School |')
  })

  it('`and who is the customer?` asks about the customer in the last answer', async () => {
    const answer = await ask('Support Desk', 'Where is order FH-20388?', 'and who is the customer?')
    expect(answer).toMatch(/\| Larkfield Schools \|.*\n\n\*1 of 11 rows/)
  })

  it.each([
    'customer says parcel for order FH-20417 has not arrived, what is going on?',
    'Gdzie jest zamówienie FH-20417?',
  ])(
    'a row that a question names by its number is shown with doubt, in any words: %s',
    async (q) => {
      const answer = await ask('Support Desk', q)
      expect(isRefusal(answer)).toBe(true)
      expect(answer).toContain('| FH-20417 | Blue Harbour Dental |')
    },
  )

  it('a question for a price gets the table of prices, and not the text below it', async () => {
    const answer = await ask(
      'Sales Assistant',
      'What does the Team plan cost per sensor per month?',
    )
    expect(answer).toContain('> | Team | 5 |')
  })

  it('a question with `why not` before a value is not answered with the rows that have other values', async () => {
    const questions = ['Which market should we enter next year?', 'Why not Spain?']
    expect(await ask('Research Analyst', ...questions)).not.toContain('rows, from')
  })

  it('the follow-up question "and in total?" gets the sum of the amounts', async () => {
    const answer = await ask(
      'Finance Analyst',
      'How many days late are the open invoices?',
      'and in total?',
    )
    expect(answer).toContain('24,152 €')
  })

  it('a question with `not` before a value selects the rows that have other values', async () => {
    expect(await ask('Support Desk', 'Which orders are not delivered?')).toContain(
      'returned, damaged, blocked, shipped, open',
    )
  })
})
