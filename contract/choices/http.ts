import * as z from 'zod/mini'
import { headerValues, open, policy, wire } from './choice.ts'

const origins = z
  .array(z.string().check(z.regex(/^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@]{1,300}$/)))
  .check(z.maxLength(100))

/** Choices about HTTP itself: CORS, paths and headers. The specification has no rule for them. */
export const httpChoices = {
  'http.cors-origins': policy({
    question: 'Pages of which origins may read responses in a browser?',
    clause: '1: not specified',
    options: {
      any: open('those of every origin'),
      listed: { grade: 'open', says: 'those of a list of origins', value: origins },
    },
    default: 'any',
    // Empty, because only responses to CORS preflights show this choice, and the coverage report
    // does not count preflights.
    shows: [],
  }),
  'http.preflight': wire({
    question: 'What does the response to a CORS preflight look like?',
    clause: '1: not specified',
    options: {
      empty: open('204 without a body; if the origin is refused, also without CORS headers'),
      text: open('200 `OK`; if the origin is refused, 400 `Disallowed CORS origin`'),
    },
    default: 'empty',
    shows: [],
  }),
  'http.trailing-slash': policy({
    question: 'What is the response to a known path with a slash at its end?',
    clause: '4: not specified',
    options: {
      served: open('the same as without the slash'),
      redirect: open('307 to the path without the slash'),
      missing: open('404, as for an unknown path'),
    },
    default: 'served',
    shows: { conditions: ['route-unknown'] },
  }),
  'http.head': policy({
    question: 'What is the response to `HEAD` where `GET` is supported?',
    clause: '4: not specified',
    options: {
      refused: open('that of a method that the path does not support'),
      'as-get': open('that of `GET`, without its body'),
    },
    default: 'refused',
    shows: { conditions: ['method-unknown'] },
  }),
  'http.allow': wire({
    question: 'Which methods does the `Allow` header of a 405 name?',
    clause: '7: not specified',
    options: { all: open('all methods of the path'), one: open('one of them') },
    default: 'all',
    when: { 'errors.wrong-method': ['405'] },
    shows: { conditions: ['method-unknown'] },
  }),
  'http.headers': wire({
    question: 'Which further headers does every response have?',
    clause: '1: not specified',
    options: {
      none: open('none'),
      fixed: { grade: 'open', says: 'headers with fixed values', value: headerValues },
    },
    default: 'none',
    shows: {},
  }),
}
