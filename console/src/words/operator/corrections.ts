import type { Words } from '../words.ts'

/** Corrections that somebody has to tell by hand. */
export const correctionWords = {
  title: { pt: 'Correções a comunicar', en: 'Corrections to tell' },
  lede: {
    pt: 'Quem viu um erro, ou o devedor, e não pôde ser avisado por aqui. A lei dá cinco dias úteis.',
    en: 'Whoever was shown an error, or the debtor, and could not be told from here. The law gives five business days.',
  },
  empty: { pt: 'Todos foram avisados.', en: 'Everyone has been told.' },
  recipient: { pt: 'A quem', en: 'Whom' },
  debtor: { pt: 'o devedor', en: 'the debtor' },
  listing: { pt: 'Anotação', en: 'Listing' },
  why: { pt: 'Por quê', en: 'Why' },
  dueOn: { pt: 'Até', en: 'By' },
  since: { pt: 'Desde', en: 'Since' },
  what: { pt: 'O que fazer', en: 'What to do' },
  told: { pt: 'Foi comunicada', en: 'It was told' },
  toldText: {
    pt: 'Registra que alguém comunicou a correção. Não se desfaz.',
    en: 'Records that somebody told of the correction. It cannot be undone.',
  },
  note: { pt: 'Como foi comunicada', en: 'How it was told' },
} as const satisfies Words
