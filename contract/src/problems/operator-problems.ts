import type { ProblemText } from './problem-text.ts'

/** What the person who runs the service is refused. */
export const operatorProblems = {
  operator_token_invalid: {
    status: 401,
    title: { pt: 'Token do operador inválido', en: 'Invalid operator token' },
    detail: {
      pt: 'Envie Authorization: Bearer com o valor de LASTRO_NOTICE_REPORT_TOKEN.',
      en: 'Send Authorization: Bearer with the value of LASTRO_NOTICE_REPORT_TOKEN.',
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
  source_unknown: {
    status: 404,
    title: { pt: 'Fonte desconhecida', en: 'Unknown source' },
    detail: {
      pt: 'Não há fonte declarada com este id. Veja a lista em GET /operador/v2/fontes.',
      en: 'There is no declared source with this id. See the list at GET /operador/v2/fontes.',
    },
  },
  source_name_taken: {
    status: 409,
    title: { pt: 'Nome já em uso', en: 'Name already in use' },
    detail: {
      pt: 'Outra fonte tem este nome. Use outro.',
      en: 'Another source has this name. Use another.',
    },
  },
  source_url_refused: {
    status: 422,
    title: { pt: 'Endereço recusado', en: 'Address refused' },
    detail: {
      pt: 'Não perguntamos a este endereço: {reason}.',
      en: 'We do not ask at this address: {reason}.',
    },
  },
  sources_too_many: {
    status: 422,
    title: { pt: 'Fontes demais', en: 'Too many sources' },
    detail: {
      pt: 'Podem ser declaradas até {limit} fontes. Remova uma.',
      en: 'Up to {limit} sources may be declared. Remove one.',
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
  correction_unknown: {
    status: 404,
    title: { pt: 'Correção desconhecida', en: 'Unknown correction' },
    detail: {
      pt: 'Não há correção com este id à espera: já foi comunicada, ou nunca existiu. Leia a lista de novo.',
      en: 'No correction with this id is waiting: it was told, or never was. Read the list again.',
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
  client_revoked: {
    status: 409,
    title: { pt: 'Cliente revogado', en: 'Client revoked' },
    detail: {
      pt: 'Este cliente foi revogado, e não há volta. Crie outro.',
      en: 'This client was revoked, and there is no way back. Create another.',
    },
  },
  client_not_charged: {
    status: 409,
    title: { pt: 'Cliente sem cobrança', en: 'Client without charges' },
    detail: {
      pt: 'No sandbox nada custa: não há o que creditar ou corrigir.',
      en: 'In the sandbox nothing costs anything: there is nothing to credit or correct.',
    },
  },
  entry_unknown: {
    status: 404,
    title: { pt: 'Lançamento desconhecido', en: 'Unknown entry' },
    detail: {
      pt: 'Este cliente não tem lançamento com este id. Veja os do extrato.',
      en: 'This client has no entry with this id. See those of its statement.',
    },
  },
  entry_reversed: {
    status: 409,
    title: { pt: 'Lançamento já estornado', en: 'Entry taken back before' },
    detail: {
      pt: 'Este lançamento já foi estornado, ou é ele mesmo um estorno. Registre outro lançamento.',
      en: 'This entry was taken back before, or takes another back itself. Record another entry.',
    },
  },
  entry_month_ahead: {
    status: 422,
    title: { pt: 'Mês que não começou', en: 'Month that has not begun' },
    detail: {
      pt: 'Um lançamento se refere ao mês corrente ou a um anterior.',
      en: 'An entry is about the current month or an earlier one.',
    },
  },
  entry_reason_unfit: {
    status: 422,
    title: { pt: 'Motivo que não serve', en: 'Unfit reason' },
    detail: {
      pt: 'O cliente lê o motivo no extrato: diga-o em palavras, sem CPF nem CNPJ e sem sinais que viram ou escondem texto.',
      en: 'The client reads the reason on the statement: say it in words, without a CPF or CNPJ and without signs that turn or hide text.',
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
  contract_version_required: {
    status: 428,
    title: { pt: 'Falta If-Match', en: 'If-Match is missing' },
    detail: {
      pt: 'Envie em If-Match o ETag do contrato como você o leu.',
      en: 'Send in If-Match the ETag of the contract as you read it.',
    },
  },
  data_snapshot_unknown: {
    status: 404,
    title: { pt: 'Dados desconhecidos', en: 'Unknown data' },
    detail: {
      pt: 'Esta importação não existe, não terminou ou foi apagada. GET /operador/v2/dados lista as que há.',
      en: 'This import does not exist, has not ended or was deleted. GET /operador/v2/dados lists those that there are.',
    },
  },
  coverage_unknown: {
    status: 404,
    title: { pt: 'Declaração desconhecida', en: 'Unknown declaration' },
    detail: {
      pt: 'Não existe declaração de cobertura com este id. GET /operador/v2/cobertura lista as que existem.',
      en: 'There is no coverage declaration with this id. GET /operador/v2/cobertura lists them all.',
    },
  },
  coverage_withdrawn: {
    status: 409,
    title: { pt: 'Declaração já retirada', en: 'Declaration already withdrawn' },
    detail: {
      pt: 'Esta declaração de cobertura já foi retirada e não pode mais ser alterada.',
      en: 'This coverage declaration was already withdrawn and can no longer be changed.',
    },
  },
  coverage_not_earlier: {
    status: 422,
    title: { pt: 'Só é possível encurtar', en: 'Coverage can only be shortened' },
    detail: {
      pt: 'A declaração já termina antes do dia pedido. Para estender a cobertura, carregue dados mais novos com uma declaração.',
      en: 'The declaration already ends before the requested day. To extend coverage, load newer data with a declaration.',
    },
  },
} as const satisfies Record<string, ProblemText>
