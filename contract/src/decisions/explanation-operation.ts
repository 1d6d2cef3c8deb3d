import { commonHeaders, type Operation, problemsOfCaller } from '../operation.ts'
import { parameter } from '../parameters.ts'
import { decisionsPath } from './decisions.ts'
import { DecisionExplanationAnswer } from './explanation.ts'

/** A decision in words for whoever it was made on. */
export const explanationOperation: Operation = {
  id: 'decisoesExplica',
  method: 'GET',
  path: `${decisionsPath}/{id}/explicacao`,
  pathParameters: [
    { name: 'id', text: { pt: 'O id da decisão.', en: 'The id of the decision.' }, schema: parameter.id() },
  ],
  tag: { pt: 'Decisões', en: 'Decisions' },
  summary: { pt: 'Explicar uma decisão', en: 'Explain a decision' },
  description: {
    pt: 'O que se pode dizer à pessoa, em palavras simples: a decisão, o critério, o que foi olhado e os direitos dela, sem dados de outras pessoas (LGPD, art. 20). Com Accept: application/pdf, como carta. Exige o escopo decisions.',
    en: 'What the person may be told, in plain words: the decision, the criterion, what was looked at and its rights, without the data of other people (LGPD, art. 20). With Accept: application/pdf, as a letter. Needs the scope decisions.',
  },
  credentials: 'query',
  roles: ['analyst'],
  environments: 'both',
  headers: commonHeaders,
  answers: {
    200: {
      text: { pt: 'A explicação.', en: 'The explanation.' },
      schema: DecisionExplanationAnswer,
      documents: ['application/pdf'],
    },
  },
  problems: [...problemsOfCaller(), 'rate_limited', 'decision_unknown'],
}
