import { type Static, Type } from 'typebox'
import { codesOf, described } from '../leaves.ts'
import type { Text } from '../text.ts'

type Entry = { readonly status: number; readonly title: Text; readonly detail: Text }

/**
 * Every failure the service can answer, in both languages. `{name}` is filled by the operation that fails;
 * what fills it never holds a document number, a secret or an internal detail.
 */
export const problems = {
  request_malformed: {
    status: 400,
    title: { pt: 'Requisição malformada', en: 'Malformed request' },
    detail: {
      pt: 'A requisição não segue o protocolo HTTP. Confira a linha inicial, os cabeçalhos e o tamanho do corpo.',
      en: 'The request does not follow HTTP. Check its first line, its headers and the length of its body.',
    },
  },
  header_repeated: {
    status: 400,
    title: { pt: 'Cabeçalho repetido', en: 'Repeated header' },
    detail: {
      pt: 'O cabeçalho {header} veio mais de uma vez. Envie-o uma só vez.',
      en: 'The header {header} came more than once. Send it once.',
    },
  },
  json_invalid: {
    status: 400,
    title: { pt: 'JSON inválido', en: 'Invalid JSON' },
    detail: {
      pt: 'O corpo não é um JSON válido em UTF-8. Confira aspas, vírgulas, chaves e a codificação.',
      en: 'The body is not valid JSON in UTF-8. Check quotes, commas, braces and the encoding.',
    },
  },
  body_invalid: {
    status: 400,
    title: { pt: 'Corpo inválido', en: 'Invalid body' },
    detail: {
      pt: 'O corpo não tem a forma esperada. Corrija os campos listados em errors.',
      en: 'The body does not have the expected form. Correct the fields listed in errors.',
    },
  },
  feature_unknown: {
    status: 400,
    title: { pt: 'Adicional desconhecido', en: 'Unknown feature' },
    detail: {
      pt: 'Há código de adicional que este produto não tem. Veja errors e a lista em {additionals}.',
      en: 'There is a feature code that this product does not have. See errors and the list at {additionals}.',
    },
  },
  token_missing: {
    status: 401,
    title: { pt: 'Falta o token de acesso', en: 'Access token missing' },
    detail: {
      pt: 'Envie o cabeçalho Authorization: Bearer com o token obtido em POST /oauth/token.',
      en: 'Send the header Authorization: Bearer with the token obtained from POST /oauth/token.',
    },
  },
  token_invalid: {
    status: 401,
    title: { pt: 'Token de acesso inválido', en: 'Invalid access token' },
    detail: {
      pt: 'Este token não existe ou foi revogado. Gere outro em POST /oauth/token.',
      en: 'This token does not exist or was revoked. Generate another at POST /oauth/token.',
    },
  },
  token_expired: {
    status: 401,
    title: { pt: 'Token de acesso expirado', en: 'Access token expired' },
    detail: {
      pt: 'Este token venceu. Renove-o com o refresh_token em POST /oauth/token.',
      en: 'This token has expired. Refresh it with the refresh_token at POST /oauth/token.',
    },
  },
  api_key_missing: {
    status: 401,
    title: { pt: 'Falta a chave de API', en: 'API key missing' },
    detail: {
      pt: 'Envie o cabeçalho x-api-key com a chave do seu cliente.',
      en: 'Send the header x-api-key with the key of your client.',
    },
  },
  api_key_invalid: {
    status: 401,
    title: { pt: 'Chave de API inválida', en: 'Invalid API key' },
    detail: {
      pt: 'Esta chave não existe, venceu ou foi revogada. Peça outra ao operador do serviço.',
      en: 'This key does not exist, has expired or was revoked. Ask the operator of the service for another.',
    },
  },
  api_key_wrong_environment: {
    status: 401,
    title: { pt: 'Chave de outro ambiente', en: 'Key of another environment' },
    detail: {
      pt: 'Chaves lk_test_ valem sob /sandbox; chaves lk_live_ valem fora dele. Troque a chave ou o endereço.',
      en: 'Keys lk_test_ work below /sandbox; keys lk_live_ work outside it. Change the key or the address.',
    },
  },
  credentials_mismatch: {
    status: 401,
    title: { pt: 'Credenciais de clientes diferentes', en: 'Credentials of different clients' },
    detail: {
      pt: 'O token e a chave são de clientes diferentes. Use os dois do mesmo cliente.',
      en: 'The token and the key belong to different clients. Use both of the same client.',
    },
  },
  sign_in_refused: {
    status: 401,
    title: { pt: 'Entrada recusada', en: 'Sign-in refused' },
    detail: {
      pt: 'E-mail ou senha não conferem, ou o usuário foi desativado. Confira os dois; o operador pode refazer a senha.',
      en: 'The e-mail address or the password is wrong, or the user is disabled. Check both; the operator can reset the password.',
    },
  },
  totp_required: {
    status: 401,
    title: { pt: 'Falta o código', en: 'Code missing' },
    detail: {
      pt: 'A senha confere. Envie também, em totp, o código de seis dígitos do seu aplicativo.',
      en: 'The password is right. Send too, in totp, the six digits of your application.',
    },
  },
  session_missing: {
    status: 401,
    title: { pt: 'Sem sessão', en: 'No session' },
    detail: {
      pt: 'A sessão não existe, venceu ou foi encerrada. Entre de novo em POST /console/v2/sessao.',
      en: 'The session does not exist, has expired or was ended. Sign in again at POST /console/v2/sessao.',
    },
  },
  csrf_token_invalid: {
    status: 403,
    title: { pt: 'Falta o token da página', en: 'Page token missing' },
    detail: {
      pt: 'Envie em X-CSRF-Token o csrfToken desta sessão, como GET /console/v2/sessao o mostra.',
      en: 'Send in X-CSRF-Token the csrfToken of this session, as GET /console/v2/sessao shows it.',
    },
  },
  origin_not_allowed: {
    status: 403,
    title: { pt: 'Origem não permitida', en: 'Origin not allowed' },
    detail: {
      pt: 'Sessões só valem nas páginas deste serviço: onde LASTRO_PUBLIC_URL está definida, só nas desse endereço. Por trás de um proxy, defina nela o endereço de fora.',
      en: 'Sessions work from the pages of this service only: where LASTRO_PUBLIC_URL is set, from those of that address alone. Behind a proxy, set it to the outer address.',
    },
  },
  role_not_allowed: {
    status: 403,
    title: { pt: 'Papel não permite', en: 'Role does not allow it' },
    detail: {
      pt: 'Seu usuário não tem um papel que abra esta operação. Abrem: {roles}. Fale com o operador do serviço.',
      en: 'Your user has no role that opens this operation. These do: {roles}. Ask the operator of the service.',
    },
  },
  session_wrong_environment: {
    status: 403,
    title: { pt: 'Sessão de outro ambiente', en: 'Session of another environment' },
    detail: {
      pt: 'Usuários de um cliente de sandbox usam os endereços sob /sandbox; os demais, os de fora dele.',
      en: 'Users of a sandbox client use the addresses below /sandbox; the others those outside it.',
    },
  },
  password_wrong: {
    status: 403,
    title: { pt: 'Senha errada', en: 'Wrong password' },
    detail: {
      pt: 'A senha de agora não confere. Nada mudou.',
      en: 'The current password is not right. Nothing has changed.',
    },
  },
  totp_on_already: {
    status: 409,
    title: { pt: 'Código já ligado', en: 'Code on already' },
    detail: {
      pt: 'A entrada já pede um código. Para trocar de aplicativo, desligue-o antes com a senha.',
      en: 'Signing in takes a code already. To change the application, turn it off first with the password.',
    },
  },
  totp_not_begun: {
    status: 409,
    title: { pt: 'Nenhum código a confirmar', en: 'No code to confirm' },
    detail: {
      pt: 'Peça primeiro um segredo em POST /console/v2/totp e confirme em até dez minutos.',
      en: 'Ask first for a secret at POST /console/v2/totp and confirm it within ten minutes.',
    },
  },
  totp_code_invalid: {
    status: 422,
    title: { pt: 'Código não confere', en: 'Wrong code' },
    detail: {
      pt: 'O código está errado, já foi usado ou já passou. Espere o próximo e confira a hora do aparelho.',
      en: 'The code is wrong, was used already or is over. Wait for the next and check the time of the device.',
    },
  },
  password_refused: {
    status: 422,
    title: { pt: 'Senha não aceita', en: 'Password not accepted' },
    detail: { pt: 'Escolha outra senha: {reason}', en: 'Choose another password: {reason}' },
  },
  sign_in_paused: {
    status: 429,
    title: { pt: 'Entrada em pausa', en: 'Sign-in paused' },
    detail: {
      pt: 'Houve tentativas erradas demais. Espere {seconds} segundos; o operador pode encerrar a pausa.',
      en: 'There were too many wrong tries. Wait {seconds} seconds; the operator can end the pause.',
    },
  },
  product_not_contracted: {
    status: 403,
    title: { pt: 'Produto não contratado', en: 'Product not contracted' },
    detail: {
      pt: 'Seu contrato, ou o escopo deste token, não inclui o produto {product}. Fale com o operador do serviço.',
      en: 'Your contract, or the scope of this token, does not include the product {product}. Ask the operator.',
    },
  },
  feature_not_contracted: {
    status: 403,
    title: { pt: 'Adicional não contratado', en: 'Feature not contracted' },
    detail: {
      pt: 'Seu contrato não inclui: {features}. Retire da consulta ou fale com o operador do serviço.',
      en: 'Your contract does not include: {features}. Leave it out of the query or ask the operator.',
    },
  },
  query_invalid: {
    status: 400,
    title: { pt: 'Parâmetro inválido', en: 'Invalid parameter' },
    detail: {
      pt: 'Há parâmetro do endereço com valor errado. Corrija os listados em errors.',
      en: 'A parameter of the address has a wrong value. Correct those listed in errors.',
    },
  },
  network_not_allowed: {
    status: 403,
    title: { pt: 'Rede não permitida', en: 'Network not allowed' },
    detail: {
      pt: 'Seu contrato não permite consultas a partir desta rede. Consulte de uma rede autorizada.',
      en: 'Your contract does not allow queries from this network. Query from an allowed one.',
    },
  },
  metrics_not_allowed: {
    status: 403,
    title: { pt: 'Métricas só da rede do operador', en: 'Metrics for the operator only' },
    detail: {
      pt: 'As métricas só são lidas desta máquina e das redes em LASTRO_METRICS_NETWORKS, sem passar por um proxy em que o serviço não confia.',
      en: 'The metrics are read from this machine and from the networks in LASTRO_METRICS_NETWORKS only, and through no proxy that the service does not trust.',
    },
  },
  purpose_not_allowed: {
    status: 403,
    title: { pt: 'Finalidade não permitida', en: 'Purpose not allowed' },
    detail: {
      pt: 'A finalidade (x-finalidade nas consultas, monitoring nos alertas) não está no seu contrato. Permitidas: {purposes}.',
      en: 'The purpose (x-finalidade in queries, monitoring in alerts) is not in your contract. Allowed: {purposes}.',
    },
  },
  route_unknown: {
    status: 404,
    title: { pt: 'Operação desconhecida', en: 'Unknown operation' },
    detail: {
      pt: 'Não há operação neste caminho. As que existem estão em /docs.',
      en: 'There is no operation at this path. Those that exist are at /docs.',
    },
  },
  document_not_in_sandbox: {
    status: 404,
    title: { pt: 'Documento fora do sandbox', en: 'Document not in the sandbox' },
    detail: {
      pt: 'O sandbox aceita somente os documentos de teste listados em GET /sandbox/documentos.',
      en: 'The sandbox accepts only the test documents listed by GET /sandbox/documentos.',
    },
  },
  listing_unknown: {
    status: 404,
    title: { pt: 'Anotação desconhecida', en: 'Unknown listing' },
    detail: {
      pt: 'Não há anotação sua com este id. A lista está em GET /negativacao/v2/dividas.',
      en: 'You have no listing with this id. The list is at GET /negativacao/v2/dividas.',
    },
  },
  notice_unknown: {
    status: 404,
    title: { pt: 'Comunicado desconhecido', en: 'Unknown notice' },
    detail: {
      pt: 'Não há comunicado com este id. Ele está no cabeçalho Message-ID do e-mail e no histórico da anotação.',
      en: 'There is no notice with this id. It is in the Message-ID header of the e-mail and in the history of the listing.',
    },
  },
  notice_not_awaited: {
    status: 409,
    title: { pt: 'Comunicado que ninguém espera', en: 'Nobody waits for this notice' },
    detail: {
      pt: 'A anotação já não espera por este comunicado: foi entregue, voltou, ou ela mudou desde então. O dia não pode estar no futuro.',
      en: 'The listing no longer waits for this notice: it was delivered, came back, or the listing changed since. The day cannot be in the future.',
    },
  },
  operator_token_invalid: {
    status: 401,
    title: { pt: 'Token do operador inválido', en: 'Invalid operator token' },
    detail: {
      pt: 'Envie Authorization: Bearer com o valor de LASTRO_NOTICE_REPORT_TOKEN.',
      en: 'Send Authorization: Bearer with the value of LASTRO_NOTICE_REPORT_TOKEN.',
    },
  },
  batch_unknown: {
    status: 404,
    title: { pt: 'Lote desconhecido', en: 'Unknown batch' },
    detail: {
      pt: 'Não há lote seu com este id. Ele veio em Location quando o lote foi enviado.',
      en: 'You have no batch with this id. It came in Location when the batch was sent.',
    },
  },
  alert_document_unknown: {
    status: 404,
    title: { pt: 'Acompanhamento desconhecido', en: 'Unknown registration' },
    detail: {
      pt: 'Você não acompanha documento com este id. A lista está em GET /alertas/v2/documentos.',
      en: 'You watch no document with this id. The list is at GET /alertas/v2/documentos.',
    },
  },
  alert_email_unknown: {
    status: 404,
    title: { pt: 'E-mail desconhecido', en: 'Unknown e-mail address' },
    detail: {
      pt: 'Não há e-mail seu com este id. A lista está em GET /alertas/v2/emails.',
      en: 'You have no e-mail address with this id. The list is at GET /alertas/v2/emails.',
    },
  },
  occurrence_unknown: {
    status: 404,
    title: { pt: 'Ocorrência desconhecida', en: 'Unknown occurrence' },
    detail: {
      pt: 'Não há ocorrência sua com este id. A lista está em GET /alertas/v2/ocorrencias.',
      en: 'You have no occurrence with this id. The list is at GET /alertas/v2/ocorrencias.',
    },
  },
  webhook_unknown: {
    status: 404,
    title: { pt: 'Webhook desconhecido', en: 'Unknown webhook' },
    detail: {
      pt: 'Não há webhook seu com este id. A lista está em GET /alertas/v2/webhooks.',
      en: 'You have no webhook with this id. The list is at GET /alertas/v2/webhooks.',
    },
  },
  message_unknown: {
    status: 404,
    title: { pt: 'Mensagem desconhecida', en: 'Unknown message' },
    detail: {
      pt: 'Não há e-mail de alerta com este id, ou o endereço foi removido. Envie o que vem antes da @ no Message-ID.',
      en: 'There is no alert by e-mail with this id, or its address was removed. Send what stands before the @ in the Message-ID.',
    },
  },
  link_unknown: {
    status: 404,
    title: { pt: 'Link desconhecido', en: 'Unknown link' },
    detail: {
      pt: 'Este link não existe ou venceu. Use o do e-mail mais recente, ou peça outro a quem o cadastrou.',
      en: 'This link does not exist or has expired. Use that of the latest mail, or ask whoever registered you.',
    },
  },
  client_unknown: {
    status: 404,
    title: { pt: 'Cliente desconhecido', en: 'Unknown client' },
    detail: {
      pt: 'Não há cliente com este id. Veja a lista em GET /operador/v2/clientes.',
      en: 'There is no client with this id. See the list at GET /operador/v2/clientes.',
    },
  },
  client_key_unknown: {
    status: 404,
    title: { pt: 'Chave desconhecida', en: 'Unknown key' },
    detail: {
      pt: 'Este cliente não tem chave com este id. Veja a lista das chaves dele.',
      en: 'This client has no key with this id. See the list of its keys.',
    },
  },
  user_unknown: {
    status: 404,
    title: { pt: 'Pessoa desconhecida', en: 'Unknown person' },
    detail: {
      pt: 'Não há pessoa com este id. Veja a lista.',
      en: 'There is no person with this id. See the list.',
    },
  },
  verification_unknown: {
    status: 404,
    title: { pt: 'Verificação desconhecida', en: 'Unknown verification' },
    detail: {
      pt: 'Não há verificação com este id. Veja a última em GET /operador/v2/trilha.',
      en: 'There is no verification with this id. See the last one at GET /operador/v2/trilha.',
    },
  },
  job_unknown: {
    status: 404,
    title: { pt: 'Tarefa desconhecida', en: 'Unknown work' },
    detail: {
      pt: 'Não há tarefa com este id à espera: já foi feita, ou nunca existiu. Leia a fila de novo.',
      en: 'No work with this id is waiting: it is done, or never was. Read the queue again.',
    },
  },
  delivery_unknown: {
    status: 404,
    title: { pt: 'Entrega desconhecida', en: 'Unknown delivery' },
    detail: {
      pt: 'Esta entrega não espera mais: chegou, foi abandonada, ou nunca existiu. Leia a lista de novo.',
      en: 'This delivery no longer waits: it arrived, was given up, or never was. Read the list again.',
    },
  },
  method_not_allowed: {
    status: 405,
    title: { pt: 'Método não permitido', en: 'Method not allowed' },
    detail: { pt: 'Este caminho aceita: {allowed}.', en: 'This path accepts: {allowed}.' },
  },
  not_acceptable: {
    status: 406,
    title: { pt: 'Formato não disponível', en: 'Format not available' },
    detail: {
      pt: 'Esta operação responde em {available}. Ajuste o cabeçalho Accept.',
      en: 'This operation answers in {available}. Adjust the header Accept.',
    },
  },
  idempotency_key_invalid: {
    status: 400,
    title: { pt: 'Idempotency-Key inválida', en: 'Invalid Idempotency-Key' },
    detail: {
      pt: 'Idempotency-Key deve ter de 1 a 128 caracteres ASCII visíveis. Um UUID novo por operação serve bem.',
      en: 'Idempotency-Key must have 1 to 128 visible ASCII characters. A new UUID for each operation does well.',
    },
  },
  request_timeout: {
    status: 408,
    title: { pt: 'Requisição lenta demais', en: 'Request too slow' },
    detail: {
      pt: 'A requisição não chegou inteira a tempo. Envie-a de novo.',
      en: 'The request did not arrive whole in time. Send it again.',
    },
  },
  idempotency_key_reused: {
    status: 409,
    title: { pt: 'Idempotency-Key já usada', en: 'Idempotency-Key used before' },
    detail: {
      pt: 'Esta Idempotency-Key já foi usada com outra requisição. Use uma chave nova.',
      en: 'This Idempotency-Key was used with another request. Use a new key.',
    },
  },
  idempotency_key_in_flight: {
    status: 409,
    title: { pt: 'Primeira chamada em andamento', en: 'First call still under way' },
    detail: {
      pt: 'A primeira chamada com esta Idempotency-Key ainda não terminou. Espere o tempo de Retry-After.',
      en: 'The first call with this Idempotency-Key has not ended yet. Wait for the time in Retry-After.',
    },
  },
  alert_document_exists: {
    status: 409,
    title: { pt: 'Documento já acompanhado', en: 'Document watched already' },
    detail: {
      pt: 'Você já acompanha este documento: o cadastro é o de existingId. Altere-o com PATCH.',
      en: 'You watch this document already: the registration is that of existingId. Change it with PATCH.',
    },
  },
  alert_email_exists: {
    status: 409,
    title: { pt: 'E-mail já cadastrado', en: 'Address registered already' },
    detail: {
      pt: 'Este e-mail já está cadastrado: é o de existingId. Altere-o com PATCH.',
      en: 'This address is registered already: it is that of existingId. Change it with PATCH.',
    },
  },
  alert_email_state: {
    status: 409,
    title: { pt: 'O estado do e-mail não permite', en: 'The state of the address does not allow it' },
    detail: {
      pt: 'No estado {state} isto não cabe, ou o último link de confirmação saiu há menos de uma hora.',
      en: 'This does not fit the state {state}, or the last link to confirm left less than an hour ago.',
    },
  },
  alert_busy: {
    status: 409,
    title: { pt: 'Cadastro em mudança', en: 'Registration being changed' },
    detail: {
      pt: 'Outras mudanças chegaram ao mesmo tempo. Tente de novo.',
      en: 'Other changes came at the same time. Try again.',
    },
  },
  listing_state: {
    status: 409,
    title: { pt: 'O estado não permite', en: 'The state does not allow it' },
    detail: {
      pt: 'No estado {state} isto não cabe. O histórico da anotação diz como chegou a ele.',
      en: 'This does not fit the state {state}. The history of the listing says how it got there.',
    },
  },
  suspension_of_operator: {
    status: 409,
    title: { pt: 'Suspensão do operador', en: 'Suspended by the operator' },
    detail: {
      pt: 'A suspensão foi registrada pelo operador, que recebeu a ordem judicial; só ele a encerra.',
      en: 'The suspension was recorded by the operator, who received the court order; only the operator ends it.',
    },
  },
  listing_busy: {
    status: 409,
    title: { pt: 'Anotação em mudança', en: 'Listing being changed' },
    detail: {
      pt: 'Outras mudanças chegaram ao mesmo tempo. Leia a anotação e tente de novo.',
      en: 'Other changes came at the same time. Read the listing and try again.',
    },
  },
  client_revoked: {
    status: 409,
    title: { pt: 'Cliente revogado', en: 'Client revoked' },
    detail: {
      pt: 'Este cliente foi revogado, e não há volta. Crie outro.',
      en: 'This client was revoked, and there is no way back. Create another.',
    },
  },
  user_email_taken: {
    status: 409,
    title: { pt: 'E-mail já em uso', en: 'Address already in use' },
    detail: {
      pt: 'Outra pessoa entra com este e-mail. Use outro.',
      en: 'Somebody else signs in with this address. Use another.',
    },
  },
  operator_last: {
    status: 409,
    title: { pt: 'Último operador', en: 'Last operator' },
    detail: {
      pt: 'É o último operador que pode entrar. Crie ou ative outro antes.',
      en: 'This is the last operator who can sign in. Create or enable another first.',
    },
  },
  verification_running: {
    status: 409,
    title: { pt: 'Verificação em curso', en: 'Verification under way' },
    detail: {
      pt: 'Uma verificação já percorre a trilha. Espere que termine.',
      en: 'A verification is walking the trail already. Wait until it ends.',
    },
  },
  job_under_way: {
    status: 409,
    title: { pt: 'Tarefa em curso', en: 'Work under way' },
    detail: {
      pt: 'Um processo faz esta tarefa agora. Espere e leia a fila de novo.',
      en: 'A process is at this work now. Wait, and read the queue again.',
    },
  },
  job_not_tried: {
    status: 409,
    title: { pt: 'Ainda não é hora', en: 'Not its time yet' },
    detail: {
      pt: 'Esta tarefa ainda não foi tentada: ela espera a hora dela. Só se tenta de novo o que já falhou.',
      en: 'This work was not tried yet: it waits for its time. Only what has failed is tried again.',
    },
  },
  job_not_given_up: {
    status: 409,
    title: { pt: 'Tarefa necessária', en: 'Work that must be done' },
    detail: {
      pt: 'Esta tarefa não se abandona: uma anotação ou um aviso devido depende dela. Trate a causa e tente de novo.',
      en: 'This work is not given up: a listing or a notice that is owed depends on it. Mend the cause and try again.',
    },
  },
  contract_changed: {
    status: 412,
    title: { pt: 'Contrato mudou', en: 'Contract changed' },
    detail: {
      pt: 'O contrato mudou desde que foi lido. Leia-o de novo e envie em If-Match o ETag novo.',
      en: 'The contract has changed since it was read. Read it again and send the new ETag in If-Match.',
    },
  },
  version_mismatch: {
    status: 412,
    title: { pt: 'Versão diferente', en: 'Another version' },
    detail: {
      pt: 'A anotação mudou desde que foi lida. Leia-a de novo e envie em If-Match o ETag novo.',
      en: 'The listing has changed since it was read. Read it again and send the new ETag in If-Match.',
    },
  },
  body_too_large: {
    status: 413,
    title: { pt: 'Corpo grande demais', en: 'Body too large' },
    detail: {
      pt: 'O corpo passa de {limit} bytes. Envie um menor.',
      en: 'The body is over {limit} bytes. Send a smaller one.',
    },
  },
  media_type_unsupported: {
    status: 415,
    title: { pt: 'Tipo de conteúdo não aceito', en: 'Unsupported media type' },
    detail: {
      pt: 'Envie Content-Type: {mediaTypes} em UTF-8, sem compressão.',
      en: 'Send Content-Type: {mediaTypes} in UTF-8, without compression.',
    },
  },
  document_invalid: {
    status: 422,
    title: { pt: 'Documento inválido', en: 'Invalid document' },
    detail: { pt: 'O documento não é válido: {reason}', en: 'The document is not valid: {reason}' },
  },
  listing_refused: {
    status: 422,
    title: { pt: 'Anotação recusada', en: 'Listing refused' },
    detail: {
      pt: 'A dívida não pode ser anotada assim. {reason}',
      en: 'The debt cannot be listed like this. {reason}',
    },
  },
  webhook_url_refused: {
    status: 422,
    title: { pt: 'Endereço recusado', en: 'Address refused' },
    detail: {
      pt: 'Não enviamos a este endereço: {reason}.',
      en: 'We do not send to this address: {reason}.',
    },
  },
  webhooks_too_many: {
    status: 422,
    title: { pt: 'Webhooks demais', en: 'Too many webhooks' },
    detail: {
      pt: 'Cada cliente tem até {limit} webhooks. Remova um.',
      en: 'A client has up to {limit} webhooks. Remove one.',
    },
  },
  alert_emails_too_many: {
    status: 422,
    title: { pt: 'E-mails demais', en: 'Too many addresses' },
    detail: {
      pt: 'Cada cliente tem até {limit} e-mails. Remova um, ou use o de uma lista.',
      en: 'A client has up to {limit} addresses. Remove one, or use that of a mailing list.',
    },
  },
  due_date_forward: {
    status: 422,
    title: { pt: 'Vencimento para a frente', en: 'Due date moved forward' },
    detail: {
      pt: 'O vencimento não anda para a frente. Uma renegociação é uma anotação nova.',
      en: 'A due date never moves forward. A renegotiation is a new listing.',
    },
  },
  clock_backward: {
    status: 422,
    title: { pt: 'Relógio para trás', en: 'Clock moved backward' },
    detail: {
      pt: 'O relógio do sandbox só anda para a frente, e no máximo até cem anos à frente de hoje.',
      en: 'The clock of the sandbox moves forward only, and at most to a hundred years ahead of today.',
    },
  },
  document_type_not_accepted: {
    status: 422,
    title: { pt: 'Tipo de documento não aceito', en: 'Document type not accepted' },
    detail: {
      pt: 'Este produto consulta {accepted}; o documento enviado é um {sent}.',
      en: 'This product queries {accepted}; the document sent is a {sent}.',
    },
  },
  feature_not_for_document: {
    status: 422,
    title: { pt: 'Adicional não serve ao documento', en: 'Feature not for this document' },
    detail: {
      pt: 'Não se aplica a um {sent}: {features}. Retire da consulta.',
      en: 'Does not apply to a {sent}: {features}. Leave it out of the query.',
    },
  },
  version_required: {
    status: 428,
    title: { pt: 'Falta If-Match', en: 'If-Match is missing' },
    detail: {
      pt: 'Envie em If-Match o ETag da anotação como você a leu.',
      en: 'Send in If-Match the ETag of the listing as you read it.',
    },
  },
  contract_version_required: {
    status: 428,
    title: { pt: 'Falta If-Match', en: 'If-Match is missing' },
    detail: {
      pt: 'Envie em If-Match o ETag do contrato como você o leu.',
      en: 'Send in If-Match the ETag of the contract as you read it.',
    },
  },
  rate_limited: {
    status: 429,
    title: { pt: 'Pedidos demais', en: 'Too many requests' },
    detail: {
      pt: 'O limite é {limit}. Espere o tempo de Retry-After.',
      en: 'The limit is {limit}. Wait for the time in Retry-After.',
    },
  },
  demonstration_limited: {
    status: 429,
    title: { pt: 'Demonstração usada demais', en: 'Demonstration used too much' },
    detail: {
      pt: 'A demonstração responde {limit} consultas por minuto. Espere o tempo de Retry-After, ou use o sandbox com as suas credenciais.',
      en: 'The demonstration answers {limit} queries a minute. Wait for the time in Retry-After, or use the sandbox with your own credentials.',
    },
  },
  quota_exceeded: {
    status: 429,
    title: { pt: 'Cota do mês esgotada', en: 'Monthly quota used up' },
    detail: {
      pt: 'Seu contrato permite {limit} consultas por mês. Espere o próximo mês ou fale com o operador.',
      en: 'Your contract allows {limit} queries a month. Wait for the next month or ask the operator.',
    },
  },
  headers_too_large: {
    status: 431,
    title: { pt: 'Cabeçalhos grandes demais', en: 'Headers too large' },
    detail: {
      pt: 'Os cabeçalhos passam de 16 KiB, ou são mais de 100. Envie menos.',
      en: 'The headers are over 16 KiB, or more than 100. Send fewer.',
    },
  },
  internal_error: {
    status: 500,
    title: { pt: 'Falha interna', en: 'Internal failure' },
    detail: {
      pt: 'A falha é nossa e ficou registrada. Tente de novo e, se persistir, informe o requestId ao operador.',
      en: 'The failure is ours and is on record. Try again; if it persists, give the operator the requestId.',
    },
  },
  sources_unavailable: {
    status: 502,
    title: { pt: 'Fontes indisponíveis', en: 'Sources unavailable' },
    detail: {
      pt: 'Nenhuma seção pôde ser respondida. Nada foi cobrado; tente de novo em instantes.',
      en: 'No section could be answered. Nothing was billed; try again shortly.',
    },
  },
  overloaded: {
    status: 503,
    title: { pt: 'Serviço sobrecarregado', en: 'Service overloaded' },
    detail: {
      pt: 'Há consultas demais em andamento. Espere o tempo de Retry-After e tente de novo.',
      en: 'Too many queries are under way. Wait for the time in Retry-After and try again.',
    },
  },
  store_unavailable: {
    status: 503,
    title: { pt: 'Armazenamento indisponível', en: 'Store unavailable' },
    detail: {
      pt: 'O banco de dados do serviço não respondeu. Nada foi cobrado; tente de novo em instantes.',
      en: "The service's database did not answer. Nothing was billed; try again shortly.",
    },
  },
  deadline_exceeded: {
    status: 504,
    title: { pt: 'Prazo esgotado', en: 'Deadline exceeded' },
    detail: {
      pt: 'Nenhuma fonte respondeu dentro do prazo. Nada foi cobrado; tente de novo.',
      en: 'No source answered within the deadline. Nothing was billed; try again.',
    },
  },
} as const satisfies Record<string, Entry>

export type ProblemCode = keyof typeof problems

/** What a field can have wrong, named in `errors[].code`. */
export const fieldErrors = {
  required: { pt: 'É obrigatório.', en: 'It is required.' },
  type: { pt: 'Deve ser {expected}.', en: 'It must be {expected}.' },
  month: { pt: 'Deve ser um mês, como 2026-03.', en: 'It must be a month, such as 2026-03.' },
  unknown_member: {
    pt: 'Não existe neste corpo. Confira a grafia.',
    en: 'It does not exist in this body. Check the spelling.',
  },
  too_many: { pt: 'Passa do limite de {limit} itens.', en: 'It is over the limit of {limit} items.' },
  too_long: { pt: 'Passa de {limit} caracteres.', en: 'It is over {limit} characters.' },
  too_short: { pt: 'Não pode ser vazio.', en: 'It must not be empty.' },
  too_few: { pt: 'Deve ter ao menos um membro.', en: 'It must have at least one member.' },
  day: { pt: 'Deve ser um dia, como 2026-03-10.', en: 'It must be a day, such as 2026-03-10.' },
  duration: {
    pt: 'Deve ser uma duração ISO 8601, como P11D ou PT2H.',
    en: 'It must be an ISO 8601 duration, such as P11D or PT2H.',
  },
  instant: {
    pt: 'Deve ser um instante com fuso, como 2031-01-31T12:00:00-03:00.',
    en: 'It must be an instant with its offset, such as 2031-01-31T12:00:00-03:00.',
  },
  cursor: {
    pt: 'Deve ser o cursor de uma resposta anterior.',
    en: 'It must be the cursor of an earlier answer.',
  },
  limit: { pt: 'Deve ser de 1 a {limit}.', en: 'It must be from 1 to {limit}.' },
  choice: { pt: 'Deve ser um de: {choices}.', en: 'It must be one of: {choices}.' },
  format: { pt: 'Não tem o formato esperado.', en: 'It does not have the expected format.' },
  feature_unknown: {
    pt: 'Este produto não tem o adicional "{sent}". O mais parecido é {nearest}.',
    en: 'This product has no feature "{sent}". The nearest is {nearest}.',
  },
} as const satisfies Record<string, Text>

/** What can be wrong with a document number. */
export const documentFaults = {
  length: {
    pt: 'um CPF tem 11 caracteres e um CNPJ tem 14, sem contar a máscara.',
    en: 'a CPF has 11 characters and a CNPJ has 14, not counting the mask.',
  },
  characters: {
    pt: 'um CPF tem só dígitos; um CNPJ tem dígitos ou letras de A a Z e termina em dois dígitos.',
    en: 'a CPF has digits only; a CNPJ has digits or letters A to Z and ends in two digits.',
  },
  check_digits: {
    pt: 'os dígitos verificadores não conferem.',
    en: 'the check digits do not match.',
  },
  repeated: {
    pt: 'uma sequência repetida não é um documento.',
    en: 'a repeated sequence is not a document.',
  },
} as const satisfies Record<string, Text>

export type DocumentFault = keyof typeof documentFaults

/** Why a new password is not taken. */
export const passwordFaults = {
  short: { pt: 'ela deve ter ao menos {limit} caracteres.', en: 'it must have at least {limit} characters.' },
  same: { pt: 'ela é a mesma de agora.', en: 'it is the same as now.' },
  personal: {
    pt: 'ela contém o seu nome ou e-mail.',
    en: 'it holds your name or e-mail address.',
  },
  simple: {
    pt: 'ela repete poucos caracteres, ou os conta em ordem. Algumas palavras sem relação servem bem.',
    en: 'it repeats a few characters, or counts them off. A few unrelated words do well.',
  },
} as const satisfies Record<string, Text>

export type PasswordFault = keyof typeof passwordFaults

/** The body of every failure: RFC 9457 with the envelope's own `error: true`. */
export const Problem = Type.Object(
  {
    error: Type.Literal(true, described({ pt: 'Sempre true em falhas.', en: 'Always true in failures.' })),
    type: Type.String(described({ pt: 'Página que explica o código.', en: 'Page that explains the code.' })),
    title: Type.String(described({ pt: 'Título curto.', en: 'Short title.' })),
    status: Type.Integer(described({ pt: 'O status HTTP.', en: 'The HTTP status.' })),
    detail: Type.String(described({ pt: 'O que mudar na chamada.', en: 'What to change in the call.' })),
    code: Type.Enum(codesOf(problems), described({ pt: 'Código estável.', en: 'Stable code.' })),
    requestId: Type.String(
      described({ pt: 'O X-Request-Id da resposta.', en: 'The X-Request-Id of the answer.' }),
    ),
    errors: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.String(described({ pt: 'O campo.', en: 'The field.' })),
          code: Type.String(described({ pt: 'O que há com ele.', en: 'What is wrong with it.' })),
          message: Type.String(described({ pt: 'O que mudar.', en: 'What to change.' })),
        }),
      ),
    ),
    existingId: Type.Optional(
      Type.String(
        described({ pt: 'O cadastro que já existe.', en: 'The registration that exists already.' }),
      ),
    ),
    refusal: Type.Optional(
      Type.Object(
        {
          code: Type.String(described({ pt: 'Código da recusa.', en: 'Code of the refusal.' })),
          reason: Type.String(described({ pt: 'O motivo.', en: 'The reason.' })),
          id: Type.Optional(
            Type.String(described({ pt: 'O registro da recusa.', en: 'The record of the refusal.' })),
          ),
        },
        described({ pt: 'Por que a dívida não foi anotada.', en: 'Why the debt was not listed.' }),
      ),
    ),
  },
  { $id: 'Problem', ...described({ pt: 'Uma falha (RFC 9457).', en: 'A failure (RFC 9457).' }) },
)
export type Problem = Static<typeof Problem>

/** Puts the values into a text's `{names}`. A name without a value is a mistake of ours, so it throws. */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`No value for {${name}} in a catalogue text`)
    return value
  })
}
