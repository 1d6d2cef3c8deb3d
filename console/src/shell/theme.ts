import { useEffect, useState } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const storedAs = 'lastro.theme'

const kept = (): Theme => themes.find((one) => one === localStorage.getItem(storedAs)) ?? 'system'

/** Light or dark as the system says, unless it was chosen here. */
export function useTheme(): { readonly theme: Theme; readonly next: () => void } {
  const [theme, setTheme] = useState(kept)
  useEffect(() => applyTheme(theme), [theme])
  const next = () => {
    const following = themes[(themes.indexOf(theme) + 1) % themes.length] ?? 'system'
    localStorage.setItem(storedAs, following)
    setTheme(following)
  }
  return { theme, next }
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Before anything is drawn, so that nothing flashes. */
export const applyKeptTheme = (): void => applyTheme(kept())
