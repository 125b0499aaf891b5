import { expect, it } from 'vitest'
import { maskText } from '../../secrets/mask.ts'

it('masking finds each token in a text with dots and hyphens at any position', () => {
  const masked = '<jwt of nobody>'
  expect(maskText('a.eyJa.b.c.eyJd.e x-eyJf.g.')).toBe(`a.${masked}.${masked} x-${masked}`)
  expect(maskText('eyJa eyJb. eyJc..d XeyJe.f')).toBe('eyJa eyJb. eyJc..d XeyJe.f')
})
