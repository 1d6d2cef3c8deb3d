import { shellWords } from '../words/shell.ts'
import { useLanguage, useSay } from './language.tsx'
import { useTheme } from './theme.ts'

/** Language and theme. */
export function Choices() {
  const say = useSay(shellWords)
  const { language, choose } = useLanguage()
  const { theme, next } = useTheme()
  const other = language === 'pt' ? 'en' : 'pt'
  const title = say(themeWords[theme])
  return (
    <>
      <button
        type="button"
        className="plain"
        title={say('language')}
        lang={other === 'pt' ? 'pt-BR' : 'en'}
        onClick={() => choose(other)}
      >
        <span aria-hidden="true">{other.toUpperCase()}</span>
        <span className="unseen">{say('language')}</span>
      </button>
      <button type="button" className="plain" aria-label={title} title={title} onClick={next}>
        <span aria-hidden="true">{themeSigns[theme]}</span>
      </button>
    </>
  )
}

const themeWords = { system: 'themeSystem', light: 'themeLight', dark: 'themeDark' } as const
const themeSigns = { system: '◐', light: '○', dark: '●' } as const
