import type { ProblemText } from './problem-text.ts'

/** What a search for companies is refused with. */
export const companyProblems = {
  search_too_short: {
    status: 422,
    title: { pt: 'Busca curta demais', en: 'Search too short' },
    detail: {
      pt: 'Não há por que buscar: envie em name ao menos {limit} letras ou dígitos.',
      en: 'There is nothing to search by: send at least {limit} letters or digits in name.',
    },
  },
  search_unavailable: {
    status: 422,
    title: { pt: 'Busca indisponível', en: 'Search unavailable' },
    detail: {
      pt: 'Esta instalação não tem o índice de empresas. O operador o cria com lastro data import receita DIRETORIO --search.',
      en: 'This installation has no index of companies. The operator makes it with lastro data import receita DIRECTORY --search.',
    },
  },
} as const satisfies Record<string, ProblemText>
