import type { Text } from '../../text.ts'
import {
  DeclaredSourceAnswer,
  NewSourceRequest,
  SourceCredentialsRequest,
  SourceTestAnswer,
  SourceTestRequest,
} from '../declared-sources.ts'
import { operatorPath } from '../operator-parts.ts'
import { SourcesAnswer } from '../operator-sources.ts'
import type { OperatorSpec } from './operator-spec.ts'

const sourcesPath = `${operatorPath}/fontes`
const sourcePath = `${sourcesPath}/{id}`

const sourceAct = (verb: string, path: string, summary: Text, description: Text): OperatorSpec => ({
  id: `operadorFontes${verb}`,
  method: 'POST',
  path: `${sourcePath}/${path}`,
  summary,
  description,
  answer: DeclaredSourceAnswer,
  problems: ['source_unknown'],
})

export const sourceOperations: readonly OperatorSpec[] = [
  {
    id: 'operadorFontes',
    method: 'GET',
    path: sourcesPath,
    summary: { pt: 'As fontes', en: 'The sources' },
    description: {
      pt: 'Como cada fonte respondeu nos últimos minutos, medido pelo processo que responde; e as declaradas, com disjuntor, fila e gasto do mês.',
      en: 'How each source has answered in the last minutes, measured by the process that answers; and the declared ones, with breaker, queue and what they cost this month.',
    },
    answer: SourcesAnswer,
  },
  {
    id: 'operadorFontesInclui',
    method: 'POST',
    path: sourcesPath,
    summary: { pt: 'Declarar uma fonte', en: 'Declare a source' },
    description: {
      pt: 'Entra desativada: teste com um documento e depois ative. Responde só relatórios de clientes cujo contrato a nomeia.',
      en: 'It comes disabled: test it with a document, then enable it. It answers reports of clients only whose contract names it.',
    },
    request: NewSourceRequest,
    answer: DeclaredSourceAnswer,
    creates: true,
    problems: ['source_name_taken', 'source_url_refused', 'sources_too_many', 'fields_mismatch'],
  },
  {
    id: 'operadorFontesLe',
    method: 'GET',
    path: sourcePath,
    summary: { pt: 'Ler uma fonte declarada', en: 'Read a declared source' },
    description: {
      pt: 'Sem as credenciais, que não se leem de volta.',
      en: 'Without its credentials, which are not read back.',
    },
    answer: DeclaredSourceAnswer,
    problems: ['source_unknown'],
  },
  {
    id: 'operadorFontesCredenciais',
    method: 'PUT',
    path: `${sourcePath}/credenciais`,
    summary: { pt: 'Trocar as credenciais', en: 'Set the credentials' },
    description: {
      pt: 'As do operador, ou as de um cliente que paga a fonte por si.',
      en: "The operator's, or those of a client that pays the source itself.",
    },
    request: SourceCredentialsRequest,
    answer: DeclaredSourceAnswer,
    problems: ['source_unknown', 'client_unknown', 'fields_mismatch'],
  },
  {
    id: 'operadorFontesTesta',
    method: 'POST',
    path: `${sourcePath}/teste`,
    summary: { pt: 'Testar com um documento', en: 'Test with a document' },
    description: {
      pt: 'Pergunta um documento com as credenciais do operador e mostra seção por seção o que foi entendido. A fonte pode cobrar.',
      en: "Asks for one document with the operator's credentials and shows section by section what was understood. The source may charge.",
    },
    request: SourceTestRequest,
    answer: SourceTestAnswer,
    problems: ['source_unknown', 'document_invalid'],
  },
  sourceAct(
    'Ativa',
    'ativar',
    { pt: 'Ativar', en: 'Enable' },
    { pt: 'Passa a responder relatórios em segundos.', en: 'It answers reports within seconds.' },
  ),
  sourceAct(
    'Desativa',
    'desativar',
    { pt: 'Desativar', en: 'Disable' },
    {
      pt: 'Nenhum relatório a usa mais; declaração e credenciais ficam.',
      en: 'No report uses it any more; its declaration and credentials stay.',
    },
  ),
  {
    id: 'operadorFontesRemove',
    method: 'DELETE',
    path: sourcePath,
    summary: { pt: 'Remover', en: 'Remove' },
    description: {
      pt: 'Some com as credenciais; o que custou fica registrado.',
      en: 'It goes with its credentials; what it cost stays on record.',
    },
    answer: DeclaredSourceAnswer,
    problems: ['source_unknown'],
  },
]
