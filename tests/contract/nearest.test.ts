import { describe, expect, it } from 'vitest'
import { nearestWord, unknownWordAdvice } from '../../contract/nearest.ts'

describe('the nearest word', () => {
  it.each([
    ['dga', 'dag'],
    ['flie', 'file'],
    ['agens', 'agents'],
    ['raect', 'react'],
    ['Path', 'paths'],
    ['ame', 'name'],
  ])('the nearest word of the misspelt %s is %s', (word, meant) => {
    expect(nearestWord(word, ['nth', meant, 'conversations'])).toBe(meant)
  })

  it('a word of four letters that shares two of them with an allowed word lists the allowed words', () => {
    expect(unknownWordAdvice('path', ['nth', 'operation', 'user'])).toBe(
      'allowed here: nth, operation, user',
    )
  })
})
