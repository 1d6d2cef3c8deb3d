import type { ProblemText } from './problem-text.ts'

/** What the sandbox and the demonstration refuse. */
export const sandboxProblems = {
  document_not_in_sandbox: {
    status: 404,
    title: { pt: 'Documento fora do sandbox', en: 'Document not in the sandbox' },
    detail: {
      pt: 'O sandbox aceita somente os documentos de teste listados em GET /sandbox/documentos.',
      en: 'The sandbox accepts only the test documents listed by GET /sandbox/documentos.',
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
  demonstration_limited: {
    status: 429,
    title: { pt: 'Demonstração usada demais', en: 'Demonstration used too much' },
    detail: {
      pt: 'A demonstração responde {limit} consultas por minuto. Espere o tempo de Retry-After, ou use o sandbox com as suas credenciais.',
      en: 'The demonstration answers {limit} queries a minute. Wait for the time in Retry-After, or use the sandbox with your own credentials.',
    },
  },
} as const satisfies Record<string, ProblemText>
