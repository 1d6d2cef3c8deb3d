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
      pt: 'Por produto e tipo de documento: quais seções têm dados, de qual fonte, de quando e até quando; e as declarações das cargas. Em produção, ou no ambiente do cliente.',
      en: 'By product and document type: which sections have data, from which source, as of when and until when; and the declarations of loads. In production, or in the environment of the client.',
    },
    query: [
      {
        name: 'client',
        text: {
          pt: 'Como o contrato deste cliente abre: os produtos dele e as fontes declaradas que ele nomeia.',
          en: 'As the contract of this client opens it: its products and the declared sources that it names.',
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
      pt: 'A seção deixa de estar coberta em segundos, em todos os processos. Uma declaração anterior não volta a valer.',
      en: 'The section is no longer covered within seconds, in every process. An earlier declaration does not come back into force.',
    },
    answer: CoverageDeclarationAnswer,
    problems: ['coverage_unknown', 'coverage_withdrawn'],
  },
]
