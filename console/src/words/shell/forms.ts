import type { Words } from '../words.ts'

/** What is said where a form cannot be sent as it is. */
export const formWords = {
  oneFault: {
    pt: 'Falta corrigir 1 campo. Nada foi enviado.',
    en: '1 field is to be mended. Nothing was sent.',
  },
  manyFaults: {
    pt: 'Falta corrigir {count} campos. Nada foi enviado.',
    en: '{count} fields are to be mended. Nothing was sent.',
  },
  missing: { pt: 'Preencha.', en: 'Fill it in.' },
  email: { pt: 'Não é um endereço de e-mail.', en: 'It is not an e-mail address.' },
} as const satisfies Words
