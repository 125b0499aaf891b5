import { describe, expect, it } from 'vitest'
import { exampleQuestion, scriptTitle } from '../../console/pages/director/script-texts.ts'
import { demo, shippedScenarios } from '../support/transports.ts'

describe('the question of a script', () => {
  const prompts = demo.agents.flatMap(({ suggested_prompts }) => suggested_prompts)

  it('each shipped script has a question of several words that is not its name', () => {
    const named = shippedScenarios.filter((script) => {
      const question = exampleQuestion(script, prompts)
      // A question in Japanese has no spaces.
      return question === scriptTitle(script.name) || !/\s.*\s|^[^ -~]{6}/.test(question)
    })
    expect(named.map(({ name }) => name)).toEqual([])
  })

  it('the question of a script is a matching suggested prompt, else a `like` sentence, else the words of a query', () => {
    const match = { query: ['/^refund\\b/', 'pay back order'], like: ['give the money back'] }
    const script = { name: 'refund', match }
    expect(exampleQuestion(script, ['Pay back order AB-1042'])).toBe('Pay back order AB-1042')
    expect(exampleQuestion(script, ['Where is order AB-1042?'])).toBe('Give the money back')
    expect(exampleQuestion({ name: 'refund', match: { query: match.query } })).toBe(
      'Pay back order',
    )
    expect(exampleQuestion({ name: 'refund', match: { query: '/^refund/' } })).toBe('Refund')
  })
})
