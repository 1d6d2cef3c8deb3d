import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import SunMoon from 'lucide-react/icons/sun-moon'
import { Tip } from '../parts/tip.tsx'
import { shellWords } from '../words/shell/shell.ts'
import { useLanguage, useSay } from './language.tsx'
import { useTheme } from './theme.ts'

/** Language and theme. */
export function Choices() {
  const say = useSay(shellWords)
  const { language, choose } = useLanguage()
  const { theme, next } = useTheme()
  const other = language === 'pt' ? 'en' : 'pt'
  const title = say(themeWords[theme])
  const ThemeIcon = themeIcons[theme]
  return (
    <>
      <Tip text={say('language')}>
        <button
          type="button"
          className="plain"
          lang={other === 'pt' ? 'pt-BR' : 'en'}
          onClick={() => choose(other)}
        >
          <span aria-hidden="true">{other.toUpperCase()}</span>
          <span className="unseen">{say('language')}</span>
        </button>
      </Tip>
      <Tip text={title}>
        <button type="button" className="plain" aria-label={title} onClick={next}>
          <ThemeIcon className="icon" aria-hidden="true" />
        </button>
      </Tip>
    </>
  )
}

const themeWords = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const
const themeIcons = { system: SunMoon, light: Sun, dark: Moon } as const
