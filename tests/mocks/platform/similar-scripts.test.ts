import { describe, expect, it } from 'vitest'
import { scenario, type Scenario } from '../../../contract/scripts/scenario.ts'
import { chooseScript, explainChoice } from '../../../mocks/platform/chat/choose-script.ts'
import { shippedScenarios } from '../../support/transports.ts'

const script = (name: string, match: object): Scenario =>
  scenario.parse({ name, match: { endpoint: 'react', ...match }, script: [{ answer: name }] })

const scripts = [
  script('late', { like: ['my parcel is late', 'mein Paket kommt zu spät', '我的包裹迟到了'] }),
  script('track', { like: ['where is order FH-20417', 'track order FH-20417'] }),
  script('exact', { query: 'late parcel', like: 'a late parcel again' }),
]

const chosen = (query: string, from: readonly Scenario[] = scripts) =>
  chooseScript(from, { mode: 'react', query })?.name

describe('the sentences of a script', () => {
  it.each([
    ['is my parcel late?', 'late'],
    ['Kommt mein Paket zu spät?', 'late'],
    ['我的包裹迟到了吗', 'late'],
    ['please track the order FH-20417', 'track'],
  ])('a query that is similar to a sentence of a script plays this script: %s', (query, name) => {
    expect(chosen(query)).toBe(name)
  })

  it.each([
    'track order FH-20402',
    'a parcel',
    'what is the weather in Paris',
    'x'.repeat(10_000),
    '',
  ])(
    'a query that is not similar enough, or names something else, plays no script: %.40s',
    (query) => {
      expect(chosen(query)).toBeUndefined()
    },
  )

  it('a script with a matching query is chosen before a script with a more similar sentence', () => {
    expect(chosen('my late parcel is late')).toBe('exact')
  })

  it('a script that says yes or no is not played for a question that asks how long', () => {
    const answers = { script: [{ answer: '**Yes**, until day 30.' }] }
    const yes = { ...script('yes', { like: 'can a customer still return a sensor' }), ...answers }
    expect(chosen('can customers still return the sensor?', [yes])).toBe('yes')
    expect(chosen('how long can a customer still return a sensor?', [yes])).toBeUndefined()
  })

  it.each([
    ['when was my parcel late?', undefined],
    ['Wem kommt mein Paket zu spät?', undefined],
    ['why is my parcel late?', 'late'],
    ['when is my parcel sent?', 'sent'],
    ['what if my parcel is late?', 'late'],
  ])(
    'a question about who, when or how many plays only a script with such a sentence: %s',
    (query, name) => {
      const sent = script('sent', { like: ['when is my parcel sent', 'sending my parcel'] })
      expect(chosen(query, [...scripts, ...(name === 'sent' ? [sent] : [])])).toBe(name)
    },
  )

  it.each([
    ['Support Desk', 'Who signs off on refunds over 500 euros?'],
    ['Support Desk', 'Can I get a refund after 40 days?'],
    ['Support Desk', 'Puis-je renvoyer 30 capteurs ?'],
    ['Support Desk', 'How long does a refund take to arrive?'],
    ['Support Desk', 'Combien de temps prend un remboursement ?'],
    ['Support Desk', 'Who can reimburse a customer?'],
    ['Support Desk', 'What battery life do the sensors have?'],
    ['Support Desk', 'Who packed order FH-20417?'],
    ['Finance Analyst', 'What is our gross margin target for next year?'],
    ['Finance Analyst', 'How much of our cash is in dollars?'],
    ['Finance Analyst', 'How many overdue invoices do we have?'],
    ['People Partner', 'Can annual leave be carried over to next year?'],
    ['People Partner', 'Wer genehmigt meinen Urlaub?'],
    ['People Partner', 'Who writes the onboarding plan?'],
    ['Research Analyst', 'Which market did we leave last year?'],
    ['Research Analyst', 'Who decided on the sample size?'],
    ['Incident Responder', 'How long did the login outage last?'],
    ['Incident Responder', 'What is the root cause of the delayed readings?'],
    ['Incident Responder', 'Who released which commit?'],
    ['Sales Assistant', 'Compare the Team and Enterprise plans for 500 sensors'],
    ['Sales Assistant', '¿Cuánto cuesta equipar una escuela con 90 sensores?'],
    ['Sales Assistant', 'When did we send the offer for Larkfield?'],
    ['Contract Reader', 'Who signed the DPA of Harbourfront?'],
    ['Site Visit Helper', 'How many rooms does Meridian Campus have?'],
  ])(
    'a question that only shares its subject with a shipped script plays none: %s, %s',
    (name, query) => {
      const played = (['react', 'dag'] as const).map((mode) =>
        chooseScript(shippedScenarios, { mode, query, agent: { name } }),
      )
      expect(played).toEqual([undefined, undefined])
    },
  )

  it('a script without queries and sentences plays only if the query resembles no sentence of another script', () => {
    const all = [script('any', {}), ...scripts]
    expect([chosen('my parcel is late', all), chosen('hello', all)]).toEqual(['late', 'any'])
  })

  it('the explanation of which script plays says that a script was chosen for its similar sentence', () => {
    const reasons = explainChoice(scripts, { mode: 'react', query: 'is my parcel late?' })
    expect(reasons.map(({ chosen: plays, why }) => [plays, why])).toEqual([
      [true, 'has the most similar sentence, and plays'],
      [false, 'another sentence is more similar'],
      [false, 'none of its queries matches'],
    ])
  })

  it('each example sentence of a shipped script selects a script', () => {
    const lost = shippedScenarios.flatMap((one) =>
      [one.match.like ?? []].flat().filter((query) => {
        const { agent: name = '', user: email = '' } = one.match
        const about = { query, agent: { name }, user: { email, display_name: null } }
        return (['react', 'dag'] as const).every(
          (mode) => chooseScript(shippedScenarios, { ...about, mode }) === undefined,
        )
      }),
    )
    expect(lost).toEqual([])
  })
})
