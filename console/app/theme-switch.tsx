import { Button } from '../ui/button.tsx'
import { chooseTheme, nextTheme, theme } from './theme.ts'

const names = { auto: 'Auto', light: 'Light', dark: 'Dark' } as const

/** Goes from the machine's theme to light, to dark, and back. */
export function ThemeSwitch() {
  const next = nextTheme(theme.value)
  return (
    <Button
      kind="quiet"
      label={`Theme: ${names[theme.value]}. Switch to ${names[next]}`}
      onClick={() => chooseTheme(next)}
    >
      {names[theme.value]}
    </Button>
  )
}
