import type { ProblemText } from './problem-text.ts'

/** What any call may be refused with, whatever it asks for. */
export const requestProblems = {
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
  fields_mismatch: {
    status: 422,
    title: { pt: 'Campos que não valem juntos', en: 'Fields that do not hold together' },
    detail: {
      pt: 'O corpo tem a forma certa, mas o que errors lista não existe ou não vale com o resto. Corrija esses campos.',
      en: 'The body has the right form, but what errors lists does not exist or does not hold with the rest. Correct those fields.',
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
  route_unknown: {
    status: 404,
    title: { pt: 'Operação desconhecida', en: 'Unknown operation' },
    detail: {
      pt: 'Não há operação neste caminho. As que existem estão em /docs.',
      en: 'There is no operation at this path. Those that exist are at /docs.',
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
      pt: 'A requisição não chegou inteira a tempo, ou chegou devagar demais. Envie-a de novo; com a mesma Idempotency-Key, um lote continua de onde parou.',
      en: 'The complete request did not arrive in time, or arrived too slowly. Send it again; with the same Idempotency-Key, a batch continues where it stopped.',
    },
  },
  uploads_too_many: {
    status: 429,
    title: { pt: 'Envios demais ao mesmo tempo', en: 'Too many uploads at once' },
    detail: {
      pt: 'Você já está enviando {limit} lotes. Espere um deles terminar e tente de novo após o tempo indicado em Retry-After.',
      en: 'You are already sending {limit} batches. Wait for one to finish and try again after the time in Retry-After.',
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
      pt: 'No momento o serviço não consegue gravar ({reason}). Nada foi cobrado; tente de novo em instantes.',
      en: 'The service cannot write to its store at the moment ({reason}). Nothing was billed; try again shortly.',
    },
  },
} as const satisfies Record<string, ProblemText>
