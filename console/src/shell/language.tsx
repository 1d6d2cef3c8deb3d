import type { Language } from '@lastro/contract/text.ts'
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { filled, type Values, type Words } from '../words/words.ts'

type LanguageChoice = {
  readonly language: Language
  readonly choose: (language: Language) => void
  /** What the person's account says; a choice made on this machine stands above it. */
  readonly suggest: (language: Language) => void
}

const LanguageContext = createContext<LanguageChoice | undefined>(undefined)

const storedAs = 'lastro.language'

/** The language chosen on this machine, else the browser's; Portuguese when it speaks neither. */
function firstLanguage(): Language {
  const kept = localStorage.getItem(storedAs)
  if (kept === 'pt' || kept === 'en') return kept
  return navigator.language.startsWith('en') ? 'en' : 'pt'
}

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage)
  useEffect(() => {
    document.documentElement.lang = language === 'pt' ? 'pt-BR' : 'en'
  }, [language])
  const choice = useMemo(() => {
    const choose = (chosen: Language) => {
      localStorage.setItem(storedAs, chosen)
      setLanguage(chosen)
    }
    const suggest = (suggested: Language) => {
      if (localStorage.getItem(storedAs) === null) setLanguage(suggested)
    }
    return { language, choose, suggest }
  }, [language])
  return <LanguageContext value={choice}>{children}</LanguageContext>
}

export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext)
  if (choice === undefined) throw new Error('Outside LanguageProvider')
  return choice
}

/** Says a word of a catalogue in the language of the page. */
export type Say<Catalogue extends Words> = (word: keyof Catalogue & string, values?: Values) => string

export function useSay<Catalogue extends Words>(words: Catalogue): Say<Catalogue> {
  const { language } = useLanguage()
  return useMemo(() => (word, values) => filled(words[word]?.[language] ?? word, values), [words, language])
}
