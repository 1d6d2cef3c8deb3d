import type { ProblemText } from './problem-text.ts'

/** What a client's credentials and contract do not allow. */
export const credentialProblems = {
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
  product_not_contracted: {
    status: 403,
    title: { pt: 'Não contratado', en: 'Not contracted' },
    detail: {
      pt: 'Seu contrato, ou o escopo deste token, não inclui {product}. Fale com o operador do serviço.',
      en: 'Your contract, or the scope of this token, does not include {product}. Ask the operator.',
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
  network_not_allowed: {
    status: 403,
    title: { pt: 'Rede não permitida', en: 'Network not allowed' },
    detail: {
      pt: 'Seu contrato não permite consultas a partir desta rede. Consulte de uma rede autorizada.',
      en: 'Your contract does not allow queries from this network. Query from an allowed one.',
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
  rate_limited: {
    status: 429,
    title: { pt: 'Pedidos demais', en: 'Too many requests' },
    detail: {
      pt: 'O limite é {limit}. Espere o tempo de Retry-After.',
      en: 'The limit is {limit}. Wait for the time in Retry-After.',
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
} as const satisfies Record<string, ProblemText>
