import type { Text } from '@lastro/contract/text.ts'

/** What a document says besides its outline. */
export const documentTexts = {
  verdict: { pt: 'Resumo', en: 'Summary' },
  /** After the heading of a section, on each further page of it. */
  continued: { pt: '(continuação)', en: '(continued)' },
  confirm: {
    pt: 'Quem opera o serviço confirma esta consulta com: lastro trail confirm, a identificação e o código.',
    en: 'Whoever runs the service confirms this consultation with: lastro trail confirm, the request id and the code.',
  },
  notDrawn: {
    pt: 'Onde se vê □ a fonte deste documento não tem o sinal; copiado, o texto vem certo, e em HTML ele aparece.',
    en: 'Where □ is seen the font of this document lacks the sign; copied, the text is right, and HTML shows it.',
  },
} as const satisfies Record<string, Text>

export const pageOfText = (page: number, count: number): Text => ({
  pt: `Página ${page} de ${count}`,
  en: `Page ${page} of ${count}`,
})
