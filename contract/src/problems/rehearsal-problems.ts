import type { ProblemText } from './problem-text.ts'

/** What can be wrong with rehearsing a policy. */
export const rehearsalProblems = {
  rehearsal_not_of_documents: {
    status: 422,
    title: { pt: 'Só no sandbox', en: 'In the sandbox only' },
    detail: {
      pt: 'Um ensaio sobre documentos é do sandbox. Em produção, ensaie sobre os relatórios que você guarda: deixe documents de fora.',
      en: 'A rehearsal over documents is for the sandbox. In production rehearse over the reports that you keep: leave documents out.',
    },
  },
  rehearsal_under_way: {
    status: 409,
    title: { pt: 'Há um ensaio em andamento', en: 'A rehearsal is under way' },
    detail: {
      pt: 'Um ensaio seu ainda não terminou. Espere por ele e tente de novo.',
      en: 'A rehearsal of yours has not ended yet. Wait for it and try again.',
    },
  },
} as const satisfies Readonly<Record<string, ProblemText>>
