import type { SendFault } from '@lastro/contract/alerts/webhooks.ts'
import type { Language, Text } from '@lastro/contract/text.ts'

/** Why there was no answer of the receiver's. */
const faults: Readonly<Record<SendFault | 'bounced', Text>> = {
  address_refused: {
    pt: 'O endereço leva aonde não enviamos.',
    en: 'The address leads where we do not send.',
  },
  timeout: { pt: 'O destino não respondeu a tempo.', en: 'The receiver did not answer in time.' },
  unreachable: {
    pt: 'O destino não atendeu, ou cortou a conexão.',
    en: 'The receiver did not pick up, or cut the connection.',
  },
  tls_failed: { pt: 'O certificado do destino não serve.', en: "The receiver's certificate does not serve." },
  answer_malformed: {
    pt: 'O destino respondeu algo que não pôde ser lido.',
    en: 'The receiver answered something that could not be read.',
  },
  bounced: { pt: 'O e-mail voltou.', en: 'The mail bounced.' },
}

const lost: Text = { pt: 'Não foi entregue.', en: 'It was not delivered.' }
const received: Text = { pt: 'O destino recebeu.', en: 'The receiver took it.' }
const unwanted: Text = {
  pt: 'O destino não quer mais mensagens.',
  en: 'The receiver wants no more messages.',
}
const declined: Text = {
  pt: 'O destino não aceitou a mensagem.',
  en: 'The receiver did not take the message.',
}
const moved: Text = {
  pt: 'O destino mandou a outro endereço, e não seguimos.',
  en: 'The receiver pointed to another address, and we do not follow.',
}
const broken: Text = {
  pt: 'O destino falhou ao receber a mensagem.',
  en: 'The receiver failed to take the message.',
}

type Attempted = { readonly status?: number | undefined; readonly error?: string | undefined }

/** What one attempt to deliver came to. What the receiver wrote is shown beside it, not in its place. */
export function attemptText({ status, error }: Attempted, language: Language): string {
  const fault = error?.split(':')[0] ?? ''
  if (Object.hasOwn(faults, fault)) return faults[fault as keyof typeof faults][language]
  if (status === undefined) return lost[language]
  if (status >= 200 && status < 300) return received[language]
  return refusalText(status)[language]
}

function refusalText(status: number): Text {
  if (status === 410) return unwanted
  if (status >= 300 && status < 400) return moved
  return status >= 500 ? broken : declined
}
