import { commonHeaders, type Operation, problemsOfCaller, problemsWithBody } from '../operation.ts'
import { parameter } from '../parameters.ts'
import { policiesPath } from './kept-policies.ts'
import { RehearsalAnswer, RehearsalRequest } from './rehearsal.ts'
import { rehearsalsPerHour, rehearsedDocumentsMax, rehearsedReportsMax } from './rehearsal-limits.ts'

/** What a draft would change, before it is saved. */
export const rehearsalOperation: Operation = {
  id: 'politicasEnsaia',
  method: 'POST',
  path: `${policiesPath}/{name}/ensaio`,
  pathParameters: [
    {
      name: 'name',
      text: {
        pt: 'A política cuja versão em vigor se compara; pode não existir ainda.',
        en: 'The policy whose version in force is compared; it need not exist yet.',
      },
      schema: parameter.id(),
    },
  ],
  tag: { pt: 'Políticas', en: 'Policies' },
  summary: { pt: 'Ensaiar um rascunho', en: 'Rehearse a draft' },
  description: {
    pt: `O que um rascunho mudaria, caso a caso, sobre os relatórios que você guarda, do mais novo, até ${rehearsedReportsMax}; no sandbox também sobre até ${rehearsedDocumentsMax} documentos de teste. De um relatório guardado só pesa o que ainda se pode ler. Nada é gravado, consultado ou cobrado; quem leu quantos relatórios fica no registro, e isso se faz até ${rehearsalsPerHour} vezes por hora. Exige o escopo policies.`,
    en: `What a draft would change, case by case, over the reports that you keep, the newest first, up to ${rehearsedReportsMax}; in the sandbox also over up to ${rehearsedDocumentsMax} test documents. Of a kept report only what may still be read weighs. Nothing is saved, queried or billed; who read how many reports is on record, and up to ${rehearsalsPerHour} rehearsals an hour do. Needs the scope policies.`,
  },
  credentials: 'query',
  roles: ['analyst'],
  environments: 'both',
  headers: commonHeaders,
  request: { schema: RehearsalRequest, required: true, mediaTypes: ['application/json'] },
  answers: {
    200: { text: { pt: 'O que mudaria.', en: 'What would change.' }, schema: RehearsalAnswer },
  },
  problems: [
    ...problemsOfCaller(),
    ...problemsWithBody,
    'rate_limited',
    'policy_unfit',
    'policy_checks_busy',
    'policy_check_too_long',
    'policy_name_other',
    'rehearsal_not_of_documents',
    'rehearsal_under_way',
    'document_invalid',
    'document_not_in_sandbox',
  ],
}
