import type { ProblemText } from './problem-text.ts'

/** What can be wrong with policies and decisions. */
export const policyProblems = {
  policy_unknown: {
    status: 404,
    title: { pt: 'Política desconhecida', en: 'Unknown policy' },
    detail: {
      pt: 'Não há política sua com este nome. Veja GET /politicas/v2.',
      en: 'You have no policy of this name. See GET /politicas/v2.',
    },
  },
  policy_version_unknown: {
    status: 404,
    title: { pt: 'Versão desconhecida', en: 'Unknown version' },
    detail: {
      pt: 'A política não tem esta versão; a mais nova é {version}.',
      en: 'The policy has no such version; the newest is {version}.',
    },
  },
  policy_retired: {
    status: 409,
    title: { pt: 'Política retirada', en: 'Policy retired' },
    detail: {
      pt: 'A política foi retirada em {day}, e não decide nem muda mais. Nada foi cobrado.',
      en: 'The policy was retired on {day}, and neither decides nor changes any more. Nothing was billed.',
    },
  },
  policy_unfit: {
    status: 422,
    title: { pt: 'A política não pode ser gravada', en: 'The policy cannot be saved' },
    detail: {
      pt: 'Há {count} coisas a corrigir. Veja errors: onde e o quê.',
      en: 'There are {count} things to mend. See errors: where and what.',
    },
  },
  policy_check_too_long: {
    status: 422,
    title: { pt: 'Casos demais para conferir', en: 'Too many cases to check' },
    detail: {
      pt: 'A conferência passou de {seconds} segundos. Compare com menos valores, ou divida as condições em regras.',
      en: 'The check took longer than {seconds} seconds. Compare with fewer values, or divide the conditions into rules.',
    },
  },
  policy_checks_busy: {
    status: 503,
    title: { pt: 'Conferências demais agora', en: 'Too many checks now' },
    detail: {
      pt: 'Outras políticas são conferidas agora. Tente de novo em instantes.',
      en: 'Other policies are being checked now. Try again shortly.',
    },
  },
  policy_name_taken: {
    status: 409,
    title: { pt: 'Já há política com este nome', en: 'There is a policy of this name' },
    detail: {
      pt: 'Uma política sua já tem este nome, talvez retirada. Grave uma nova versão dela, ou dê outro nome.',
      en: 'A policy of yours has this name already, perhaps a retired one. Save a new version of it, or give another name.',
    },
  },
  policy_name_other: {
    status: 422,
    title: { pt: 'Outro nome', en: 'Another name' },
    detail: {
      pt: 'Uma nova versão tem o nome da política. Para outro nome, grave outra política.',
      en: 'A new version has the name of its policy. For another name, save another policy.',
    },
  },
  policies_too_many: {
    status: 409,
    title: { pt: 'Políticas demais', en: 'Too many policies' },
    detail: {
      pt: 'Já há {limit} políticas, as retiradas contadas. Grave uma nova versão de uma delas.',
      en: 'There are {limit} policies already, retired ones counted. Save a new version of one of them.',
    },
  },
  policy_versions_too_many: {
    status: 409,
    title: { pt: 'Versões demais', en: 'Too many versions' },
    detail: {
      pt: 'A política já tem {limit} versões. Grave outra, com outro nome.',
      en: 'The policy has {limit} versions already. Save another one, under another name.',
    },
  },
  policy_version_required: {
    status: 428,
    title: { pt: 'Falta If-Match', en: 'If-Match is missing' },
    detail: {
      pt: 'Envie em If-Match o ETag da política como você a leu.',
      en: 'Send in If-Match the ETag of the policy as you read it.',
    },
  },
  policy_version_conflict: {
    status: 412,
    title: { pt: 'A política mudou', en: 'The policy has changed' },
    detail: {
      pt: 'A política tem versão mais nova do que a que foi lida. Leia-a de novo e envie em If-Match o ETag novo.',
      en: 'The policy has a newer version than the one that was read. Read it again and send the new ETag in If-Match.',
    },
  },
  policy_not_for_document: {
    status: 422,
    title: { pt: 'A política não é para este documento', en: 'The policy is not for this document' },
    detail: {
      pt: 'A política decide sobre {accepted}; o documento enviado é um {sent}. Nada foi cobrado.',
      en: 'The policy decides on {accepted}; the document sent is a {sent}. Nothing was billed.',
    },
  },
  decision_unknown: {
    status: 404,
    title: { pt: 'Decisão desconhecida', en: 'Unknown decision' },
    detail: {
      pt: 'Não há decisão sua com este id. Decisões ficam cinco anos.',
      en: 'You have no decision of this id. Decisions are kept for five years.',
    },
  },
  decision_version_required: {
    status: 428,
    title: { pt: 'Falta If-Match', en: 'If-Match is missing' },
    detail: {
      pt: 'Envie em If-Match o ETag da decisão como você a leu.',
      en: 'Send in If-Match the ETag of the decision as you read it.',
    },
  },
  decision_version_conflict: {
    status: 412,
    title: { pt: 'Outra pessoa já decidiu', en: 'Somebody else has decided' },
    detail: {
      pt: 'A decisão foi revista desde que foi lida. Leia-a de novo e envie em If-Match o ETag novo.',
      en: 'The decision was reviewed since it was read. Read it again and send the new ETag in If-Match.',
    },
  },
  reviews_too_many: {
    status: 409,
    title: { pt: 'Revisões demais', en: 'Too many reviews' },
    detail: {
      pt: 'A decisão já foi revista {limit} vezes.',
      en: 'The decision was reviewed {limit} times already.',
    },
  },
} as const satisfies Record<string, ProblemText>
