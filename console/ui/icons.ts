/** The SVG paths of an icon, in a box of 16 by 16: its lines, and an area that is filled. */
export type IconShape = { readonly lines: string; readonly filled?: string }

export const icons = {
  auto: { lines: 'M8 2a6 6 0 0 0 0 12', filled: 'M8 1.25a6.75 6.75 0 0 1 0 13.5z' },
  light: {
    lines:
      'M8 5a3 3 0 0 1 0 6a3 3 0 0 1 0-6zM8 1v1.25M8 13.75V15M1 8h1.25M13.75 8H15M3 3l.9.9M12.1 12.1l.9.9M3 13l.9-.9M12.1 3.9l.9-.9',
  },
  dark: { lines: '', filled: 'M6.5 1.75a6.5 6.5 0 1 0 7.75 7.75a5.5 5.5 0 0 1-7.75-7.75z' },
  comfortable: { lines: 'M2.5 2.5h11v4h-11zM2.5 9.5h11v4h-11z' },
  compact: { lines: 'M2 3.5h12M2 6.5h12M2 9.5h12M2 12.5h12' },
  close: { lines: 'M4 4l8 8M12 4l-8 8' },
  plus: { lines: 'M8 3.5v9M3.5 8h9' },
  menu: { lines: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11' },
  search: { lines: 'M7 2.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 0 1 0-9zM10.5 10.5l3 3' },
  world: { lines: 'M8 2l5.5 3v6l-5.5 3l-5.5-3v-6zM2.5 5l5.5 3l5.5-3M8 8v6' },
  // The icons of the pages.
  start: { lines: 'M2.5 7.5l5.5-5l5.5 5M4 6.5v7h8v-7M6.75 13.5v-3.5h2.5v3.5' },
  chat: { lines: 'M2.5 3h11v8h-5.5l-3 2.75v-2.75h-2.5zM5.25 6h5.5M5.25 8.25h3.5' },
  stage: { lines: 'M2 3h12M3 3v8.5h10v-8.5M8 11.5v2.5M5.5 14h5' },
  director: { lines: 'M2.5 6.5h11v7h-11zM2.5 6.5l10.5-3.5M5 5.75l1 .75M9 4.5l1.5 2' },
  state: {
    lines:
      'M3 4c0-2.25 10-2.25 10 0s-10 2.25-10 0v8c0 2.25 10 2.25 10 0v-8M3 8c0 2.25 10 2.25 10 0',
  },
  journal: { lines: 'M2.5 4h3M7.5 4h6M2.5 8h6M10.5 8h3M2.5 12h2M6.5 12h7' },
  faults: { lines: 'M8.75 1.75l-5 7h4l-.5 5.5l5-7h-4z' },
  clock: { lines: 'M8 2a6 6 0 0 1 0 12a6 6 0 0 1 0-12zM8 5v3l2.25 1.5' },
  choices: { lines: 'M2.5 5h4M10 5h3.5M2.5 11h2M8 11h5.5M8.25 3.25v3.5M6.25 9.25v3.5' },
  coverage: {
    lines: 'M2.5 2.5h4.5v4.5h-4.5zM9 9h4.5v4.5h-4.5zM2.5 11.25l1.5 1.75l3-3.5',
    filled: 'M9 2.5h4.5v4.5h-4.5z',
  },
  judge: { lines: 'M8 2.25l5 1.75v4c0 3-2 4.75-5 6c-3-1.25-5-3-5-6v-4zM5.75 8l1.75 1.75l3-3.5' },
  traffic: { lines: 'M2.5 5.5h10M10 3l2.75 2.5l-2.75 2.5M13.5 10.5h-10M6 8l-2.75 2.5l2.75 2.5' },
  tolerance: { lines: 'M2.5 8h2.25l1.5-4.5l3 9l1.75-4.5h2.5' },
  // Other icons, such as those of palette entries that are not pages.
  agent: { lines: 'M3 6h10v7h-10zM8 3v3M8 2.75v.25M6 9v1M10 9v1' },
  turn: { lines: 'M3 3v5.5h9.5M9.75 5.75l3 2.75l-3 2.75' },
  script: { lines: 'M4 2h6l2.5 2.5v9.5h-8.5zM6 7h4M6 9.5h4M6 12h2.5' },
  book: {
    lines:
      'M8 3.5c-1.5-1.25-3.5-1.25-5.5-1v10c2-.25 4-.25 5.5 1c1.5-1.25 3.5-1.25 5.5-1v-10c-2-.25-4-.25-5.5 1zM8 3.5v10',
  },
  down: { lines: 'M4 6l4 4 4-4' },
  up: { lines: 'M4 10l4-4 4 4' },
  copy: {
    lines:
      'M3.5 2h5.5a1.5 1.5 0 0 1 1.5 1.5v5.5a1.5 1.5 0 0 1-1.5 1.5h-5.5a1.5 1.5 0 0 1-1.5-1.5v-5.5a1.5 1.5 0 0 1 1.5-1.5zM13 5.5v6a1.5 1.5 0 0 1-1.5 1.5h-6',
  },
} as const satisfies Readonly<Record<string, IconShape>>

export type IconName = keyof typeof icons
