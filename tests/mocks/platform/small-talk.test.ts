import { describe, expect, it } from 'vitest'
import { detectLanguage, phrasesOf } from '../../../mocks/platform/languages/languages.ts'
import { answerIn } from '../../support/stream-reader.ts'
import { demo, mountInProcess, shippedScenarios } from '../../support/transports.ts'
import { newConversation, signIn } from '../../support/visitor.ts'

const desk = demo.agents.find(({ name }) => name === 'Support Desk')
const prompts = desk?.suggested_prompts ?? []
const modes = ['react', 'dag', 'auto'] as const

/** Asks the Support Desk the questions of a conversation; returns the answers. */
async function talk(questions: readonly string[], mode: (typeof modes)[number] = 'react') {
  const visitor = await signIn(mountInProcess({ scenarios: shippedScenarios }))
  const conversation_id = await newConversation(visitor, { agent_id: desk?.id })
  const answers: string[] = []
  for (const q of questions) {
    const body = { q, conversation_id, agent_id: desk?.id }
    answers.push(answerIn(await visitor.stream(`POST /api/${mode}`, { body })))
  }
  return answers
}

const only = async (question: string, mode?: (typeof modes)[number]) =>
  (await talk([question], mode))[0] ?? ''

const shownIn = (answer: string) => prompts.filter((prompt) => answer.includes(`- ${prompt}`))

/** The prompts of the agent in a language. Prompts of an unknown language count as English. */
const promptsIn = (language: string) =>
  prompts.filter((prompt) => (detectLanguage(prompt) ?? 'en') === language)

/** Checks that an answer shows up to two prompts, and only those of its language. */
function expectOwnPrompts(answer: string, language: string) {
  const shown = shownIn(answer)
  expect(shown).toHaveLength(Math.min(2, promptsIn(language).length))
  expect(promptsIn(language)).toEqual(expect.arrayContaining(shown))
}

/** Greetings, and how the answer to each begins. */
const greetings: readonly (readonly [language: string, greeting: string, start: string])[] = [
  ['en', 'Hello, how are you?', 'Hello, I am Support Desk. Answers customers about'],
  ['de', 'Guten Tag!', 'Guten Tag, ich bin Support Desk. So bin ich beschrieben: Answers'],
  ['fr', 'Bonjour, comment ça va ?', 'Bonjour, je suis Support Desk. Voici comment on m’a décrit'],
  ['es', '¡Hola! ¿Qué tal?', 'Hola, soy Support Desk. Así me han descrito: Answers'],
  ['zh', '你好！', '您好，我是Support Desk。我的职责说明如下'],
  [
    'ja',
    'こんにちは',
    'こんにちは、Support Deskです。私の役割は、登録された説明では次のとおりです。',
  ],
]

const thanks: readonly (readonly [language: string, words: string])[] = [
  ['en', 'Thank you very much, that helps!'],
  ['de', 'Danke, das hilft mir!'],
  ['fr', 'Merci pour votre aide !'],
  ['es', '¡Muchísimas gracias!'],
  ['zh', '谢谢你的帮助！'],
  ['ja', 'ありがとうございます、助かりました。'],
]

const abilities: readonly (readonly [language: string, question: string])[] = [
  ['en', 'Hello, what can you do?'],
  ['de', 'Hallo, was kannst du alles für mich tun?'],
  ['fr', 'Que savez-vous faire ?'],
  ['es', 'Hola, ¿qué puedes hacer?'],
  ['zh', '你好，你能做什么？'],
  ['ja', 'こんにちは、何ができますか？'],
]

describe('small talk in six languages', () => {
  it.each(greetings)('a greeting is returned in its language: %s', async (_, greeting, start) => {
    for (const mode of modes) expect((await only(greeting, mode)).startsWith(start)).toBe(true)
  })

  it.each(thanks)('thanks are answered in their language: %s', async (language, words) => {
    for (const mode of modes) expect(await only(words, mode)).toBe(phrasesOf(language).welcome)
  })

  it.each(abilities)(
    'a question about abilities, also after a greeting, is answered with documents and up to two prompts in its language: %s',
    async (language, question) => {
      const answer = await only(question)
      expect(answer).toContain(phrasesOf(language).documents)
      expect(answer).toContain('**Help centre**')
      expectOwnPrompts(answer, language)
    },
  )

  it('the suggestions after a greeting are other prompts than those that the greeting lists', async () => {
    const visitor = await signIn(mountInProcess({ scenarios: shippedScenarios }))
    const body = { q: 'Hello', agent_id: desk?.id }
    const events = await visitor.stream('POST /api/react', { body })
    const suggested = events.flatMap(({ event, data }) =>
      event === 'suggestions' ? (data as unknown as readonly string[]) : [],
    )
    expect(suggested).toHaveLength(3)
    expect(promptsIn('en')).toEqual(expect.arrayContaining(suggested))
    expect(shownIn(answerIn(events)).filter((prompt) => suggested.includes(prompt))).toEqual([])
  })

  it('a second greeting shows two prompts that the first greeting did not show', async () => {
    const shown = (await talk(['Hello', 'Good morning'])).map(shownIn)
    expect(shown.map(({ length }) => length)).toEqual([2, 2])
    expect(new Set(shown.flat()).size).toBe(4)
  })
})

const outside: readonly (readonly [language: string, question: string])[] = [
  ['en', 'Why is the sky so green today?'],
  ['de', 'Warum ist der Himmel heute so grün?'],
  ['fr', 'Pourquoi le ciel est-il si vert aujourd’hui ?'],
  ['es', '¿Por qué es tan verde el cielo hoy?'],
  ['zh', '今天的天空为什么是绿色的？'],
  ['ja', '今日の空はなぜ緑色なのですか。'],
]

describe('a question outside the topic of the agent', () => {
  it.each(outside)(
    'an agent refuses a question outside its topic in the language of the question, and suggests its prompts or documents: %s',
    async (language, question) => {
      for (const mode of modes) {
        const answer = await only(question, mode)
        expect(answer).toContain('Support Desk')
        expect(answer).toContain(phrasesOf(language).outside)
        expectOwnPrompts(answer, language)
        expect(shownIn(answer).length > 0 || answer.includes('**Help centre**')).toBe(true)
      }
    },
  )

  it('the refusals of questions outside the topic show every prompt of their language before a prompt is repeated', async () => {
    const colours = ['purple', 'green', 'yellow']
    const answers = await talk(colours.map((one) => `Why is the moon so ${one}?`))
    expect(answers.flatMap(shownIn).toSorted()).toEqual(promptsIn('en').toSorted())
  })

  it('the refusal of a question outside the topic shows the prompts that are most similar to the question', async () => {
    expect(shownIn(await only('Does a gateway sing opera under water?'))).toEqual([
      'Pay back the two crushed gateways of order FH-20388',
      'Is a gateway from 2024 still under warranty?',
    ])
  })

  it('the refusal of a question in another language shows a prompt in that language', async () => {
    expect(shownIn(await only('Warum ist der Himmel heute so grün?'))).toContain(
      'Der Sensor in Raum 214 meldet sich seit gestern nicht mehr',
    )
  })

  it('a conversation with questions outside the topic of the agent gets the same answers when repeated', async () => {
    const questions = ['Why is the moon so purple?', 'Hello', 'Why is the sea so loud?']
    expect(await talk(questions)).toEqual(await talk(questions))
  })

  it('an assistant without an agent refuses in the language of the question, without prompts', async () => {
    const visitor = await signIn(mountInProcess({ scenarios: shippedScenarios }))
    const q = 'Why is the moon so purple?'
    const answer = answerIn(await visitor.stream('POST /api/react', { body: { q } }))
    expect(answer.startsWith(phrasesOf('en').outside)).toBe(true)
    expect(detectLanguage(answer)).toBe('en')
  })
})
