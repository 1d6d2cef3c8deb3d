import type { Words } from '../words.ts'

/** The list of the keyboard's shortcuts. */
export const shortcutWords = {
  shortcuts: { pt: 'Atalhos do teclado', en: 'Keyboard shortcuts' },
  shortcutHelp: { pt: 'Mostrar esta lista', en: 'Show this list' },
  shortcutField: { pt: 'Ir para o campo da página', en: 'Go to the field of the page' },
  shortcutGo: { pt: 'Ir para: {page}', en: 'Go to: {page}' },
} as const satisfies Words
