import type { Tone } from '../../ui/feedback.tsx'
import type { CellState, RowState } from './report/rows.ts'

type RowLabel = { readonly name: string; readonly tone: Tone; readonly about: string }

/** The names of the states of rows. */
export const rowLabels: Readonly<Record<RowState, RowLabel>> = {
  intolerant: { name: 'Not tolerated', tone: 'bad', about: 'they break tests' },
  accepted: { name: 'In the baseline', tone: 'warn', about: 'they break tests, and are accepted' },
  unfair: {
    name: 'Not judged',
    tone: 'warn',
    about: 'they struck a call from which no client can recover',
  },
  pinned: { name: 'Pinned', tone: 'warn', about: 'tests set their profile themselves' },
  'not-run': { name: 'Not played', tone: 'plain', about: 'the session ended before' },
  tolerated: { name: 'Tolerated', tone: 'good', about: 'tests reached them and passed' },
  'not-exercised': { name: 'Not exercised', tone: 'plain', about: 'no request reached them' },
  'left-out': { name: 'Left out', tone: 'plain', about: 'they cannot be tried here' },
}

type CellLabel = { readonly sign: string; readonly name: string; readonly about: string }

/** The signs and names of the states of cells. */
export const cellLabels: Readonly<Record<CellState, CellLabel>> = {
  fails: { sign: '✗', name: 'fails', about: 'the behaviour alone breaks the test' },
  accepted: {
    sign: '⊘',
    name: 'fails, in the baseline',
    about: 'it breaks the test, and is accepted',
  },
  together: {
    sign: '◐',
    name: 'fails together',
    about: 'it breaks the test only with another one',
  },
  unproven: {
    sign: '?',
    name: 'not proven',
    about: 'another behaviour broke the test whenever this one was played',
  },
  passes: { sign: '✓', name: 'passes', about: 'the test passed in a run with the behaviour' },
  none: { sign: '·', name: 'not played', about: 'no run shows what the test does' },
}
