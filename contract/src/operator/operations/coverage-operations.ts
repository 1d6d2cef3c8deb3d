import { parameter } from '../../parameters.ts'
import {
  CoverageDeclarationAnswer,
  CoverageOverviewAnswer,
  ShortenCoverageRequest,
} from '../operator-coverage.ts'
import { operatorPath } from '../operator-parts.ts'
import type { OperatorSpec } from './operator-spec.ts'

const coveragePath = `${operatorPath}/cobertura`

export const coverageOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorCobertura',
    method: 'GET',
    path: coveragePath,
    summary: { pt: 'O que está coberto', en: 'What is covered' },
    description: {
      pt: 'Por produto e tipo de documento: quais seções têm dados, de qual fonte, com que data e até quando; e as declarações das cargas. Vale para produção ou, com client, para o ambiente do cliente.',
      en: 'By product and document type: which sections have data, from which source, as of which day and until when; and the declarations of loads. For production or, with client, for the environment of that client.',
    },
    query: [
      {
        name: 'client',
        text: {
          pt: 'Só o que o contrato deste cliente inclui: os produtos dele e as fontes declaradas que ele cita.',
          en: 'Only what the contract of this client includes: its products and the declared sources that it names.',
        },
        schema: parameter.text(),
      },
    ],
    answer: CoverageOverviewAnswer,
    problems: ['client_unknown'],
  },
  {
    id: 'operadorCoberturaEncurta',
    method: 'POST',
    path: `${coveragePath}/{id}/encurtar`,
    summary: { pt: 'Encerrar uma declaração antes', en: 'End a declaration earlier' },
    description: {
      pt: 'Depois do último dia a seção deixa de estar coberta. Para estender, carregue dados mais novos.',
      en: 'After the last day the section is no longer covered. To extend it, load newer data.',
    },
    request: ShortenCoverageRequest,
    answer: CoverageDeclarationAnswer,
    problems: ['coverage_unknown', 'coverage_not_earlier', 'coverage_withdrawn'],
  },
  {
    id: 'operadorCoberturaRetira',
    method: 'POST',
    path: `${coveragePath}/{id}/retirar`,
    summary: { pt: 'Retirar uma declaração', en: 'Withdraw a declaration' },
    description: {
      pt: 'A seção deixa de estar coberta em segundos, em todos os processos. Nenhuma declaração anterior volta a valer.',
      en: 'Within seconds the section is no longer covered, in any process. No earlier declaration comes back into force.',
    },
    answer: CoverageDeclarationAnswer,
    problems: ['coverage_unknown', 'coverage_withdrawn'],
  },
]
