import type { Words } from '../words.ts'

/** What is said where something is shown once. */
export const secretWords = {
  once: {
    pt: 'Copie agora para onde guarda segredos: isto não aparece outra vez, para ninguém.',
    en: 'Copy it now to where you keep secrets: it is not shown again, to anybody.',
  },
  kept: { pt: 'Já guardei', en: 'I have kept it' },
  leaving: {
    pt: 'Ainda não disse que guardou. Se fechar agora e não o tiver, será preciso fazer outro.',
    en: 'You have not said that you kept it. If you close now without it, another has to be made.',
  },
  leave: { pt: 'Fechar mesmo assim', en: 'Close all the same' },
  done: { pt: 'Pronto', en: 'Done' },
} as const satisfies Words
