import type { ProblemCode } from '@lastro/contract/problems/problems.ts'
import type { Text } from '@lastro/contract/text.ts'

/** What a problem is for the person in front of the screen. */
export type Spoken =
  /** The service's own title and detail are words for a person. */
  | 'said'
  /** Only a program can get this wrong, and the program here is the page. */
  | 'page'
  | { readonly title: Text; readonly text: Text }

/**
 * Every problem of the contract in words for a person: what happened and what to do about it here. The catalogue of the
 * contract speaks to programmers, of headers, paths and members.
 */
export const spokenProblems: Readonly<Record<ProblemCode, Spoken>> = {
  request_malformed: 'page',
  uploads_too_many: {
    title: { pt: 'Envios demais ao mesmo tempo', en: 'Too many uploads at once' },
    text: {
      pt: 'Espere um dos envios terminar e tente de novo.',
      en: 'Wait for one of the uploads to finish, then try again.',
    },
  },
  header_repeated: 'page',
  json_invalid: 'page',
  body_invalid: {
    title: { pt: 'Há algo a corrigir', en: 'Something needs correcting' },
    text: {
      pt: 'Nada foi salvo, e o que você escreveu continua aqui.',
      en: 'Nothing was saved, and what you wrote is still here.',
    },
  },
  fields_mismatch: {
    title: { pt: 'Há campos que não valem juntos', en: 'Some fields do not go together' },
    text: {
      pt: 'Nada foi salvo, e o que você escreveu continua aqui.',
      en: 'Nothing was saved, and what you wrote is still here.',
    },
  },
  query_invalid: {
    title: { pt: 'Um filtro não serve', en: 'A filter does not fit' },
    text: { pt: 'Corrija o filtro, ou limpe-o.', en: 'Correct the filter, or clear it.' },
  },
  route_unknown: 'page',
  method_not_allowed: 'page',
  not_acceptable: 'page',
  idempotency_key_invalid: 'page',
  request_timeout: {
    title: { pt: 'O envio demorou demais', en: 'The sending took too long' },
    text: {
      pt: 'O que você enviou não chegou inteiro a tempo. Tente de novo.',
      en: 'What you sent did not arrive whole in time. Try again.',
    },
  },
  idempotency_key_reused: {
    title: { pt: 'O que foi enviado mudou', en: 'What was sent has changed' },
    text: {
      pt: 'Não é o mesmo da primeira tentativa. Comece um envio novo.',
      en: 'It is not the same as at the first try. Begin a new one.',
    },
  },
  idempotency_key_in_flight: {
    title: { pt: 'A primeira tentativa ainda não terminou', en: 'The first try is still under way' },
    text: {
      pt: 'Espere alguns segundos e tente de novo: nada é feito duas vezes.',
      en: 'Wait a few seconds and try again: nothing is done twice.',
    },
  },
  body_too_large: {
    title: { pt: 'Grande demais', en: 'Too large' },
    text: {
      pt: 'O que você enviou passa do tamanho que o serviço aceita. Envie em partes.',
      en: 'What you sent is over the size that the service takes. Send it in parts.',
    },
  },
  media_type_unsupported: {
    title: { pt: 'Tipo de arquivo não aceito', en: 'Kind of file not accepted' },
    text: { pt: 'Envie um arquivo CSV ou NDJSON.', en: 'Send a file of CSV or NDJSON.' },
  },
  headers_too_large: 'page',
  internal_error: {
    title: { pt: 'Falha do serviço', en: 'The service failed' },
    text: {
      pt: 'A falha é nossa e ficou registrada. Tente de novo; se continuar, dê ao operador o número abaixo.',
      en: 'The failure is ours and is on record. Try again; if it goes on, give the operator the number below.',
    },
  },
  overloaded: {
    title: { pt: 'Serviço ocupado demais', en: 'The service is too busy' },
    text: {
      pt: 'Há pedidos demais em andamento. Espere um pouco e tente de novo.',
      en: 'Too much is under way. Wait a little and try again.',
    },
  },
  store_unavailable: 'said',

  token_missing: 'page',
  token_invalid: 'page',
  token_expired: 'page',
  api_key_missing: 'page',
  api_key_invalid: 'page',
  api_key_wrong_environment: 'page',
  credentials_mismatch: 'page',
  product_not_contracted: {
    title: { pt: 'Não contratado', en: 'Not contracted' },
    text: {
      pt: 'Seu contrato não inclui isto. Fale com o operador do serviço.',
      en: 'Your contract does not include this. Ask the operator of the service.',
    },
  },
  feature_not_contracted: {
    title: { pt: 'Adicional não contratado', en: 'Feature not contracted' },
    text: {
      pt: 'Seu contrato não inclui um dos adicionais escolhidos. Retire-o, ou fale com o operador do serviço.',
      en: 'Your contract does not include one of the chosen features. Leave it out, or ask the operator of the service.',
    },
  },
  network_not_allowed: 'said',
  purpose_not_allowed: {
    title: { pt: 'Finalidade não permitida', en: 'Purpose not allowed' },
    text: {
      pt: 'Seu contrato não permite esta finalidade. Escolha outra, ou fale com o operador do serviço.',
      en: 'Your contract does not allow this purpose. Choose another, or ask the operator of the service.',
    },
  },
  rate_limited: {
    title: { pt: 'Pedidos demais', en: 'Too many requests' },
    text: {
      pt: 'Houve pedidos demais em pouco tempo. Espere um pouco e tente de novo.',
      en: 'There were too many requests in a short time. Wait a little and try again.',
    },
  },
  quota_exceeded: 'said',

  sign_in_refused: 'said',
  totp_required: {
    title: { pt: 'Falta o código', en: 'Code missing' },
    text: {
      pt: 'A senha confere. Digite também os seis dígitos do seu aplicativo.',
      en: 'The password is right. Type the six digits of your application too.',
    },
  },
  session_missing: {
    title: { pt: 'A sessão terminou', en: 'The session has ended' },
    text: { pt: 'Entre de novo.', en: 'Sign in again.' },
  },
  csrf_token_invalid: {
    title: { pt: 'Esta janela ficou para trás', en: 'This window is behind' },
    text: {
      pt: 'Alguém entrou de novo em outra janela deste navegador. Isto não foi feito; tente outra vez.',
      en: 'Somebody signed in again in another window of this browser. This was not done; try once more.',
    },
  },
  origin_not_allowed: {
    title: { pt: 'Endereço não reconhecido', en: 'Address not recognised' },
    text: {
      pt: 'O console foi aberto por um endereço que o serviço não reconhece. Use o endereço oficial, ou avise o operador.',
      en: 'The console was opened at an address that the service does not recognise. Use the official one, or tell the operator.',
    },
  },
  role_not_allowed: {
    title: { pt: 'Seu perfil não permite', en: 'Your role does not allow it' },
    text: {
      pt: 'Isto é aberto a outros perfis. Fale com o operador do serviço.',
      en: 'This is open to other roles. Ask the operator of the service.',
    },
  },
  session_wrong_environment: {
    title: { pt: 'Outro ambiente', en: 'Another environment' },
    text: {
      pt: 'Quem é do sandbox não abre o que é de produção, nem o contrário.',
      en: 'People of the sandbox do not open what is of production, nor the other way round.',
    },
  },
  password_wrong: 'said',
  totp_on_already: 'said',
  totp_not_begun: {
    title: { pt: 'Nenhum código a confirmar', en: 'No code to confirm' },
    text: {
      pt: 'Comece de novo: o código tem de ser confirmado em até dez minutos.',
      en: 'Begin again: the code has to be confirmed within ten minutes.',
    },
  },
  totp_code_invalid: 'said',
  password_refused: 'said',
  sign_in_paused: 'said',

  report_unknown: 'said',
  reports_not_comparable: 'said',
  feature_unknown: {
    title: { pt: 'Adicional desconhecido', en: 'Unknown feature' },
    text: {
      pt: 'Este produto não tem um dos adicionais escolhidos. Recarregue a página e escolha de novo.',
      en: 'This product does not have one of the chosen features. Reload the page and choose again.',
    },
  },
  document_invalid: 'said',
  document_type_not_accepted: 'said',
  feature_not_for_document: {
    title: { pt: 'Adicional não serve ao documento', en: 'Feature not for this document' },
    text: {
      pt: 'Um dos adicionais escolhidos não se aplica a este tipo de documento. Retire-o da consulta.',
      en: 'One of the chosen features does not apply to this kind of document. Leave it out of the query.',
    },
  },
  report_not_covered: {
    title: { pt: 'Sem dados para este relatório', en: 'No data for this report' },
    text: {
      pt: 'Este serviço não tem dados para nada do que você pediu. Isso não quer dizer que nada conste. Nada foi cobrado.',
      en: 'This service has no data for anything you requested. There may be data elsewhere. Nothing was billed.',
    },
  },
  sources_unavailable: 'said',
  deadline_exceeded: 'said',

  search_too_short: {
    title: { pt: 'Busca curta demais', en: 'Search too short' },
    text: { pt: 'Escreva mais letras do nome.', en: 'Write more letters of the name.' },
  },
  search_unavailable: {
    title: { pt: 'Busca indisponível', en: 'Search unavailable' },
    text: {
      pt: 'Esta instalação não acha empresas pelo nome. Use o CNPJ, ou fale com o operador do serviço.',
      en: 'This installation does not find companies by name. Use the CNPJ, or ask the operator of the service.',
    },
  },

  document_not_in_sandbox: {
    title: { pt: 'Documento fora do sandbox', en: 'Document not in the sandbox' },
    text: {
      pt: 'O sandbox aceita somente documentos de teste; a página Consultar os mostra.',
      en: 'The sandbox accepts test documents only; the page Query shows them.',
    },
  },
  clock_backward: 'said',
  demonstration_limited: {
    title: { pt: 'Demonstração usada demais', en: 'Demonstration used too much' },
    text: { pt: 'Espere um minuto e tente de novo.', en: 'Wait a minute and try again.' },
  },

  listing_unknown: {
    title: { pt: 'Anotação desconhecida', en: 'Unknown listing' },
    text: {
      pt: 'Não há anotação sua neste endereço. Procure-a na lista de anotações.',
      en: 'You have no listing at this address. Look for it in the list of listings.',
    },
  },
  notice_unknown: {
    title: { pt: 'Comunicado desconhecido', en: 'Unknown notice' },
    text: {
      pt: 'Não há comunicado com este número. Ele está no histórico da anotação.',
      en: 'There is no notice with this number. It is in the history of the listing.',
    },
  },
  notice_not_awaited: 'said',
  policy_unknown: {
    title: { pt: 'Política desconhecida', en: 'Unknown policy' },
    text: {
      pt: 'Não há política com este nome. Escolha outra na lista.',
      en: 'There is no policy of this name. Choose another from the list.',
    },
  },
  policy_version_unknown: {
    title: { pt: 'Versão desconhecida', en: 'Unknown version' },
    text: {
      pt: 'A política não tem esta versão. Escolha uma da lista.',
      en: 'The policy has no such version. Choose one from the list.',
    },
  },
  policy_retired: {
    title: { pt: 'Política retirada', en: 'Policy retired' },
    text: {
      pt: 'Ela não decide nem muda mais, e nada foi cobrado. Escolha outra.',
      en: 'It neither decides nor changes any more, and nothing was billed. Choose another.',
    },
  },
  policy_unfit: {
    title: { pt: 'A política não foi gravada', en: 'The policy was not saved' },
    text: {
      pt: 'Veja ao lado de cada regra o que corrigir. O que você escreveu continua aqui.',
      en: 'See beside each rule what to mend. What you wrote is still here.',
    },
  },
  policy_check_too_long: 'said',
  policy_checks_busy: 'said',
  policy_name_taken: {
    title: { pt: 'Já há política com este nome', en: 'There is a policy of this name' },
    text: {
      pt: 'Talvez uma retirada: nomes não se usam de novo. Dê outro, ou grave uma nova versão daquela.',
      en: 'Perhaps a retired one: names are not used again. Give another, or save a new version of that one.',
    },
  },
  policy_name_other: 'said',
  policies_too_many: 'said',
  policy_versions_too_many: 'said',
  policy_version_required: 'page',
  policy_version_conflict: {
    title: { pt: 'Alguém gravou antes de você', en: 'Somebody saved before you' },
    text: {
      pt: 'A política tem uma versão mais nova. Veja o que mudou e grave de novo.',
      en: 'The policy has a newer version. See what has changed, and save again.',
    },
  },
  policy_not_for_document: 'said',
  decision_unknown: {
    title: { pt: 'Decisão desconhecida', en: 'Unknown decision' },
    text: {
      pt: 'Ela não existe, ou os seus cinco anos acabaram.',
      en: 'It does not exist, or its five years are over.',
    },
  },
  decision_version_required: 'page',
  decision_version_conflict: {
    title: { pt: 'Outra pessoa decidiu antes', en: 'Somebody else decided first' },
    text: {
      pt: 'Veja o que ela decidiu. Se ainda discordar, decida de novo.',
      en: 'See what they decided. If you still differ, decide again.',
    },
  },
  reviews_too_many: 'said',
  query_batch_state: {
    title: { pt: 'O lote já está em outro ponto', en: 'The batch stands elsewhere by now' },
    text: {
      pt: 'Ele andou enquanto esta página estava aberta. Veja a situação de agora.',
      en: 'It went on while this page was open. See where it stands now.',
    },
  },
  query_batch_result_gone: {
    title: { pt: 'Resultado destruído', en: 'Result destroyed' },
    text: {
      pt: 'Os sete dias deste resultado acabaram. As contagens do lote ficam.',
      en: 'The seven days of this result are over. The counts of the batch stay.',
    },
  },
  batch_unknown: {
    title: { pt: 'Lote desconhecido', en: 'Unknown batch' },
    text: {
      pt: 'Não há lote seu neste endereço. Procure-o na lista de lotes.',
      en: 'You have no batch at this address. Look for it in the list of batches.',
    },
  },
  listing_state: {
    title: { pt: 'O estado não permite', en: 'The state does not allow it' },
    text: {
      pt: 'Isto não cabe no ponto em que a anotação está. O histórico dela diz como chegou aí.',
      en: 'This does not fit the point where the listing stands. Its history says how it got there.',
    },
  },
  suspension_of_operator: 'said',
  ending_final: 'said',
  court_order_required: {
    title: { pt: 'Falta a ordem judicial', en: 'The court order is missing' },
    text: {
      pt: 'A justiça encerrou esta dívida. Informe o número da ordem que permite a sua volta.',
      en: 'A court ended this debt. Give the number of the order that lets it come again.',
    },
  },
  listing_busy: 'said',
  version_mismatch: {
    title: { pt: 'A anotação mudou', en: 'The listing has changed' },
    text: {
      pt: 'Ela mudou desde que você a abriu, e nada seu foi salvo. Abra-a de novo e confira.',
      en: 'It has changed since you opened it, and nothing of yours was saved. Open it again and check.',
    },
  },
  listing_refused: 'said',
  due_date_forward: 'said',
  version_required: 'page',

  alert_document_unknown: {
    title: { pt: 'Acompanhamento desconhecido', en: 'Unknown registration' },
    text: {
      pt: 'Este documento não é mais acompanhado. Leia a lista de novo.',
      en: 'This document is no longer watched. Read the list again.',
    },
  },
  alert_email_unknown: {
    title: { pt: 'E-mail desconhecido', en: 'Unknown e-mail address' },
    text: {
      pt: 'Este e-mail não está mais cadastrado. Leia a lista de novo.',
      en: 'This address is no longer registered. Read the list again.',
    },
  },
  occurrence_unknown: {
    title: { pt: 'Ocorrência desconhecida', en: 'Unknown occurrence' },
    text: {
      pt: 'Não há ocorrência sua neste endereço. Procure-a na lista de ocorrências.',
      en: 'You have no occurrence at this address. Look for it in the list of occurrences.',
    },
  },
  webhook_unknown: {
    title: { pt: 'Webhook desconhecido', en: 'Unknown webhook' },
    text: {
      pt: 'Este webhook não existe mais. Leia a lista de novo.',
      en: 'This webhook is no longer there. Read the list again.',
    },
  },
  message_unknown: {
    title: { pt: 'Mensagem desconhecida', en: 'Unknown message' },
    text: {
      pt: 'Não há alerta por e-mail com este número, ou o endereço foi removido.',
      en: 'There is no alert by e-mail with this number, or its address was removed.',
    },
  },
  link_unknown: 'said',
  alert_document_exists: {
    title: { pt: 'Documento já acompanhado', en: 'Document watched already' },
    text: {
      pt: 'Você já acompanha este documento. Mude o cadastro que existe, na lista de documentos.',
      en: 'You watch this document already. Change the registration that there is, in the list of documents.',
    },
  },
  alert_email_exists: {
    title: { pt: 'E-mail já cadastrado', en: 'Address registered already' },
    text: {
      pt: 'Este e-mail já recebe alertas. Mude o cadastro que existe, na lista de e-mails.',
      en: 'This address gets alerts already. Change the registration that there is, in the list of addresses.',
    },
  },
  alert_email_state: {
    title: { pt: 'Ainda não cabe', en: 'Not yet' },
    text: {
      pt: 'O estado deste e-mail não permite isto, ou o último link de confirmação saiu há menos de uma hora.',
      en: 'The state of this address does not allow it, or the last link to confirm left less than an hour ago.',
    },
  },
  alert_busy: 'said',
  webhook_url_refused: 'said',
  webhooks_too_many: 'said',
  alert_emails_too_many: 'said',

  operator_token_invalid: 'page',
  metrics_not_allowed: 'page',
  client_unknown: {
    title: { pt: 'Cliente desconhecido', en: 'Unknown client' },
    text: {
      pt: 'Não há cliente neste endereço. Procure-o na lista de clientes.',
      en: 'There is no client at this address. Look for it in the list of clients.',
    },
  },
  client_key_unknown: 'said',
  source_unknown: {
    title: { pt: 'Fonte desconhecida', en: 'Unknown source' },
    text: {
      pt: 'Esta fonte não está mais declarada. Veja a lista na página das fontes.',
      en: 'This source is declared no more. See the list on the page of the sources.',
    },
  },
  source_name_taken: 'said',
  source_url_refused: 'said',
  sources_too_many: 'said',
  user_unknown: 'said',
  verification_unknown: {
    title: { pt: 'Verificação desconhecida', en: 'Unknown verification' },
    text: {
      pt: 'Esta verificação não existe. A página da trilha mostra a última.',
      en: 'There is no such verification. The page of the trail shows the last one.',
    },
  },
  correction_unknown: 'said',
  job_unknown: 'said',
  delivery_unknown: 'said',
  client_revoked: 'said',
  client_not_charged: 'said',
  entry_unknown: 'said',
  entry_reversed: 'said',
  entry_month_ahead: 'said',
  entry_reason_unfit: 'said',
  user_email_taken: 'said',
  operator_last: 'said',
  verification_running: 'said',
  job_under_way: 'said',
  job_not_tried: 'said',
  job_not_given_up: 'said',
  contract_changed: {
    title: { pt: 'O contrato mudou', en: 'The contract has changed' },
    text: {
      pt: 'Outra pessoa o mudou desde que você o abriu, e nada seu foi salvo. Leia-o de novo.',
      en: 'Somebody else changed it since you opened it, and nothing of yours was saved. Read it again.',
    },
  },
  contract_version_required: 'page',
  data_snapshot_unknown: {
    title: { pt: 'Dados desconhecidos', en: 'Unknown data' },
    text: {
      pt: 'Esta importação não existe, não terminou ou foi apagada. Leia a lista de novo.',
      en: 'This import does not exist, has not ended or was deleted. Read the list again.',
    },
  },
  coverage_unknown: {
    title: { pt: 'Declaração desconhecida', en: 'Unknown declaration' },
    text: {
      pt: 'Esta declaração não existe mais. Atualize a página de cobertura.',
      en: 'This declaration no longer exists. Reload the coverage page.',
    },
  },
  coverage_withdrawn: 'said',
  coverage_not_earlier: {
    title: { pt: 'Escolha um dia antes', en: 'Choose an earlier day' },
    text: {
      pt: 'O novo último dia precisa ser anterior ao atual. Para estender a cobertura, carregue dados mais novos.',
      en: 'The new last day must be earlier than the current one. To extend coverage, load newer data.',
    },
  },

  not_on_file: 'said',
  request_unknown: {
    title: { pt: 'Pedido desconhecido', en: 'Unknown request' },
    text: {
      pt: 'Não há pedido neste endereço. Procure-o na lista de pedidos.',
      en: 'There is no request at this address. Look for it in the list of requests.',
    },
  },
  request_answered: 'said',
  request_not_corrected: {
    title: { pt: 'Nada foi corrigido', en: 'Nothing was corrected' },
    text: {
      pt: 'A anotação não mudou desde o pedido. Corrija-a antes de responder que foi corrigida, ou responda outra coisa.',
      en: 'The listing has not changed since the request. Correct it before answering that it was, or answer otherwise.',
    },
  },
  rehearsal_not_of_documents: 'page',
  rehearsal_under_way: {
    title: { pt: 'Há um ensaio em andamento', en: 'A rehearsal is under way' },
    text: {
      pt: 'Um ensaio seu ainda não terminou. Espere por ele e tente de novo.',
      en: 'A rehearsal of yours has not ended yet. Wait for it and try again.',
    },
  },
}
