import { signal } from '@preact/signals'
import { recall, remember } from './memory.ts'

const themes = ['auto', 'light', 'dark'] as const

/** Light, dark, or as the machine has it. */
export type Theme = (typeof themes)[number]

const kept = recall('theme', 'good')

/** The theme that was chosen. */
export const theme = signal<Theme>(themes.find((one) => one === kept) ?? 'auto')

/** Shows the page in the theme that was chosen. */
export function applyTheme(): void {
  if (theme.value === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme.value
}

/** Chooses a theme, and keeps it. */
export function chooseTheme(chosen: Theme): void {
  theme.value = chosen
  remember('theme', chosen, 'good')
  applyTheme()
}

/** The theme that the switch leads to from this one. */
export const nextTheme = (current: Theme): Theme =>
  themes[(themes.indexOf(current) + 1) % themes.length] ?? 'auto'
