import type { Language, Text } from '@lastro/contract/text.ts'

/** What errors of the network, of mail servers and of stores say, the more particular first; and what that means. */
const faults: readonly (readonly [RegExp, Text])[] = [
  [
    /certificate|\b(TLS|SSL)\b/i,
    { pt: 'O certificado do destino não serve.', en: "The receiver's certificate does not serve." },
  ],
  [/timed? ?out|deadline/i, { pt: 'Não houve resposta a tempo.', en: 'There was no answer in time.' }],
  [
    /sqlite|postgres|database|relation|deadlock|transaction|disk/i,
    { pt: 'O armazenamento do serviço falhou.', en: 'The store of the service failed.' },
  ],
  [
    /ECONN|ENOTFOUND|EHOST|ENET|EAI_|EPIPE|socket|fetch failed|getaddrinfo/i,
    { pt: 'O destino não atendeu.', en: 'The receiver did not pick up.' },
  ],
  [
    /\b(SMTP|mail|mailbox|recipient|relay)\b|^[45]\d\d\b/i,
    { pt: 'O servidor de e-mail não aceitou a mensagem.', en: 'The mail server did not take the message.' },
  ],
]

const other: Text = {
  pt: 'Falhou. A razão está no registro de eventos do serviço.',
  en: 'It failed. The reason is in the log of the service.',
}

/** Why a piece of work failed, out of what its error said, which is for the log. */
export const jobFaultText = (said: string, language: Language): string =>
  (faults.find(([pattern]) => pattern.test(said))?.[1] ?? other)[language]
