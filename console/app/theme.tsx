import { Button } from '../ui/button.tsx'
import { signal } from '@preact/signals'
import { readStored, writeStored } from './browser-storage.ts'

/** The dark part of the icon. */
const discs: Readonly<Record<Theme, string>> = {
  auto: 'M8 2a6 6 0 0 1 0 12z',
  light: '',
  dark: 'M8 2a6 6 0 0 1 0 12a6 6 0 0 1 0-12z',
}

/** Switches from the theme of the system to light, to dark, and back. */
export function ThemeSwitch() {
  const next = nextTheme(theme.value)
  return (
    <Button
      kind="quiet"
      label={`Theme: ${theme.value}. Switch to ${next}`}
      onClick={() => chooseTheme(next)}
    >
      <svg class="sign" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="6" />
        <path class="filled" d={discs[theme.value]} />
      </svg>
    </Button>
  )
}

const themes = ['auto', 'light', 'dark'] as const

/** The theme: light, dark, or the setting of the system. */
type Theme = (typeof themes)[number]

const storedTheme = readStored('theme', 'permanent')

export const theme = signal<Theme>(themes.find((one) => one === storedTheme) ?? 'auto')

export function applyTheme(): void {
  if (theme.value === 'auto') delete document.documentElement.dataset['theme']
  else document.documentElement.dataset['theme'] = theme.value
}

function chooseTheme(chosen: Theme): void {
  theme.value = chosen
  writeStored('theme', chosen, 'permanent')
  applyTheme()
}

/** The theme that the switch selects next. */
const nextTheme = (current: Theme): Theme =>
  themes[(themes.indexOf(current) + 1) % themes.length] ?? 'auto'
