import type { Text } from '@lastro/contract/text.ts'

/** What every page to read says around its text. */
export const readingTexts = {
  skip: { pt: 'Ir para o conteúdo', en: 'Skip to the content' },
  home: { pt: 'Início', en: 'Home' },
  guide: { pt: 'Guia', en: 'Guide' },
  reference: { pt: 'Referência', en: 'Reference' },
  console: { pt: 'Console', en: 'Console' },
  otherLanguage: { pt: 'Read in English', en: 'Ler em português' },
  navigation: { pt: 'Páginas', en: 'Pages' },
  search: { pt: 'Procurar', en: 'Search' },
  found: { pt: 'Encontrados:', en: 'Found:' },
  nothing: { pt: 'Nada encontrado.', en: 'Nothing found.' },
  unreachable: {
    pt: 'A busca não respondeu. Tente de novo daqui a pouco.',
    en: 'The search did not answer. Try again in a while.',
  },
} as const satisfies Record<string, Text>
