import { describe, expect, it } from 'vitest'
import type { Scenario, ScenarioMatch } from '../../contract/scripts/scenario.ts'
import {
  chooseScript,
  explainChoice,
  type MatchInput,
} from '../../mocks/platform/chat/choose-script.ts'
import { detectLanguage } from '../../mocks/platform/languages/languages.ts'
import { captureGroups } from '../../mocks/platform/chat/match-query.ts'

const script = (name: string, match: Partial<ScenarioMatch> = {}): Scenario => ({
  name,
  match: { endpoint: 'react', ...match },
  script: [{ answer: name }],
})

const dana = { email: 'dana@example.com', display_name: 'Dana Moore' }
const asks = (query: string, more: Partial<MatchInput> = {}): MatchInput => ({
  mode: 'react',
  query,
  ...more,
})

const fits = (match: Partial<ScenarioMatch>, question: MatchInput) =>
  chooseScript([script('one', match)], question) !== undefined

describe('the match of a script', () => {
  it.each<[string, Partial<ScenarioMatch>, Partial<MatchInput>, Partial<MatchInput>]>([
    ['part of the query', { query: 'Parcel' }, { query: 'my PARCELS' }, { query: 'my boxes' }],
    ['one of a list', { query: ['box', 'parcel'] }, { query: 'a parcel' }, { query: 'a bag' }],
    [
      'a regular expression',
      { query: '/^where .* order$/' },
      { query: 'Where is my order' },
      { query: 'Is my order where' },
    ],
    [
      'all words of a group',
      { query: { all: ['order', 'late'] } },
      { query: 'So late, my order' },
      { query: 'Where is my order' },
    ],
    [
      'accents in any Unicode form',
      { query: 'caf\u00e9' },
      { query: 'cafe\u0301' },
      { query: 'cafe' },
    ],
    ['an agent', { agent: 'Desk' }, { agent: { name: 'Desk' } }, { agent: { name: 'Lab' } }],
    ['the email of a user', { user: 'DANA@example.com' }, { user: dana }, {}],
    [
      'the name of a user',
      { user: 'Dana Moore' },
      { user: dana },
      { user: { ...dana, display_name: 'Kim' } },
    ],
    [
      'a language',
      { language: 'de' },
      { query: 'Wo ist meine Bestellung?' },
      { query: 'Where is it?' },
    ],
    ['a turn', { turn: 2 }, { turn: 2 }, { turn: 3 }],
    ['the first turn outside of a conversation', { turn: 1 }, {}, { turn: 2 }],
    ['a range of turns', { turn: { from: 2, to: 3 } }, { turn: 3 }, { turn: 4 }],
    ['all turns from a number on', { turn: { from: 2 } }, { turn: 9 }, { turn: 1 }],
    ['the previous script', { after: 'first/1' }, { after: 'first/1' }, { after: 'first/2' }],
    [
      'a minimum of records in the world',
      { state: { api_keys: {} } },
      { count: () => 1 },
      { count: () => 0 },
    ],
    [
      'a maximum of records in the world',
      { state: { api_keys: { at_most: 2 } } },
      { count: () => 0 },
      { count: () => 3 },
    ],
  ])('a script can require %s to match', (_, match, right, wrong) => {
    expect(fits(match, asks('', right))).toBe(true)
    expect(fits(match, asks('', wrong))).toBe(false)
  })

  it('a script without a query matches any query, but only on its endpoints', () => {
    expect(fits({}, asks('whatever'))).toBe(true)
    expect(fits({ endpoint: ['react', 'dag'] }, asks('', { mode: 'dag' }))).toBe(true)
    expect(fits({}, asks('', { mode: 'dag' }))).toBe(false)
  })

  it('the state condition of a script counts the records of the world that have the given fields', () => {
    const state = { confirmations: { where: { status: 'pending' }, at_least: 2 } }
    const asked: unknown[] = []
    const count = (...what: unknown[]) => asked.push(what) + 1
    expect(fits({ state }, asks('', { count }))).toBe(true)
    expect(asked).toEqual([['confirmations', { status: 'pending' }]])
  })
})

describe('the choice among matching scripts', () => {
  const desk = { name: 'Desk' }

  it('of the matching scripts, the script with the most conditions besides the query is selected', () => {
    const scripts = [
      script('by-query', { query: 'order' }),
      script('by-agent', { agent: 'Desk' }),
      script('by-agent-and-user', { agent: 'Desk', user: 'Dana Moore' }),
    ]
    const chosen = (more: Partial<MatchInput>) => chooseScript(scripts, asks('order', more))?.name
    expect(chosen({})).toBe('by-query')
    expect(chosen({ agent: desk })).toBe('by-agent')
    expect(chosen({ agent: desk, user: dana })).toBe('by-agent-and-user')
  })

  it('of the matching scripts, the first is selected if nothing else decides', () => {
    const scripts = [script('one', { query: 'a' }), script('two', { query: 'ab' })]
    expect(chooseScript(scripts, asks('ab'))?.name).toBe('one')
  })
})

it('the explanation of which script plays has a reason for each script', () => {
  const scripts = [
    script('plain', { query: 'order' }),
    script('late', { query: 'order', turn: 2 }),
    script('planned', { endpoint: 'dag', query: 'order' }),
    script('german', { query: 'order', language: 'de' }),
    script('other', { query: 'parcel' }),
    script('second', { query: 'orders' }),
    script('mine', { user: 'Kim' }),
    script('next', { after: 'late' }),
  ]
  const explained = explainChoice(scripts, asks('my orders', { turn: 2, user: dana }))
  expect(explained.map(({ name, fits: fit, chosen }) => [name, fit, chosen])).toEqual([
    ['plain', true, false],
    ['late', true, true],
    ['planned', false, false],
    ['german', false, false],
    ['other', false, false],
    ['second', true, false],
    ['mine', false, false],
    ['next', false, false],
  ])
  expect(explained.map(({ why }) => why)).toEqual([
    'matches, but late has more conditions',
    'matches, and plays',
    'plays on dag, not on react',
    'needs a query in de, not in en',
    'none of its queries matches',
    'matches, but late has more conditions',
    'is for the user Kim, not for dana@example.com',
    'needs the previous turn to play late; there is none',
  ])
  expect(explained.map(({ queryFits, failedCondition }) => [queryFits, failedCondition])).toEqual([
    [true, undefined],
    [true, undefined],
    [true, 'endpoint'],
    [true, 'language'],
    [false, 'query'],
    [true, undefined],
    [undefined, 'user'],
    [undefined, 'after'],
  ])
})

it('the explanation of why a script does not play names the query first, even if other conditions fail, too', () => {
  const [one] = explainChoice([script('a', { query: 'x', agent: 'Desk' })], asks('parcel'))
  expect(one?.why).toBe('none of its queries matches')
  const asked = asks('x', { agent: { name: 'Lab' }, after: 'b' })
  const whys = explainChoice([script('a', { agent: 'Desk' }), script('c', { after: 'd' })], asked)
  expect(whys.map(({ why }) => why)).toEqual([
    'is for the agent Desk, not for Lab',
    'needs the previous turn to play d; it played b',
  ])
})

describe('the groups of a query', () => {
  const ask = { query: ['/order (?<order>FH-\\d+)/', '/parcel (?<parcel>\\w+)/'] }

  it('the groups of a query have the matched texts; a group without a match is empty', () => {
    expect(captureGroups(script('a', ask), 'Order FH-7 please', undefined)).toEqual({
      order: 'FH-7',
      parcel: '',
    })
  })

  it('only the next script of a dialogue can use the regex groups of a matched query', () => {
    const before = { question: 'q', scenario: 'a/1', groups: { order: 'FH-7' } }
    expect(captureGroups(script('a/2', { after: 'a/1' }), 'And?', before)).toEqual({
      order: 'FH-7',
    })
    expect(captureGroups(script('b'), 'And?', before)).toEqual({})
  })
})

it.each([
  ['en', 'Where is my order?'],
  ['de', 'Wo ist meine Bestellung?'],
  ['fr', 'Où est ma commande ?'],
  ['es', '¿Dónde está mi pedido?'],
  ['it', 'Dov’è il mio ordine?'],
  ['pt', 'Onde está o meu pedido?'],
  ['nl', 'Waar is mijn bestelling?'],
  ['sv', 'Var är min beställning?'],
  ['pl', 'Gdzie jest moje zamówienie?'],
  ['ja', '注文はどこですか。'],
  ['ja', 'Canopyの保証期間は？'],
  ['zh', '我的订单在哪里？'],
  ['ko', '주문은 어디에 있나요?'],
  ['ru', 'Где мой заказ?'],
  ['ar', 'أين طلبي؟'],
  ['he', 'איפה ההזמנה שלי?'],
  ['hi', 'मेरा ऑर्डर कहाँ है?'],
  ['th', 'คำสั่งซื้อของฉันอยู่ที่ไหน'],
  ['el', 'Πού είναι η παραγγελία μου;'],
  ['en', 'What does 保証 mean?'],
  [undefined, 'revenue per country'],
  ['de', 'Umsatz pro Land'],
  [undefined, 'FH-20417'],
  [undefined, 'warranty'],
  [undefined, ''],
])('%s is the language of “%s”', (language, query) => {
  expect(detectLanguage(query)).toBe(language)
})
